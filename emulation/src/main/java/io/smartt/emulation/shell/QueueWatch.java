package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.topology.Switch;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.LiveNetwork;

/** Shows the queues of a switch that are not empty, each time traffic is 5 % further. */
final class QueueWatch extends RunMonitor.ForwardingMonitor {
  private static final int STEP_PERCENT = 5;
  private static final double PS_PER_US = 1e6;

  private final LiveNetwork network;
  private final Switch sw;
  private final ShellOutput output;
  private int nextPercent;

  QueueWatch(RunMonitor other, LiveNetwork network, Switch sw, ShellOutput output) {
    super(other);
    this.network = network;
    this.sw = sw;
    this.output = output;
  }

  @Override
  public void progress(RunMonitor.Progress progress) {
    super.progress(progress);
    int percent = (int) (100 * progress.bytesDelivered() / Math.max(1, progress.bytesTotal()));
    if (percent >= nextPercent) {
      nextPercent = percent / STEP_PERCENT * STEP_PERCENT + STEP_PERCENT;
      output.line(
          String.format(
              Locale.ROOT,
              "%3d %% %12.1f us  %s",
              percent,
              progress.timePs() / PS_PER_US,
              queues()));
    }
  }

  private String queues() {
    String waiting =
        network.queues(sw).stream()
            .filter(queue -> queue.depthPackets() > 0)
            .map(queue ->
                "port %d queue %d: %d packets, %d B"
                    .formatted(
                        queue.port(), queue.queue(), queue.depthPackets(), queue.depthBytes()))
            .collect(Collectors.joining("; "));
    return waiting.isEmpty() ? "empty" : waiting;
  }
}
