package io.smartt.testbed.sonic.change;

import module java.base;

import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.LiveState;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.sonic.Stage;
import io.smartt.testbed.sonic.Stages;

/**
 * Takes ports of a SONiC switch down and up while an experiment runs. It leaves no checkpoint: what
 * a plan wants of the ports is undone and done by {@code revert} and {@code apply} as ever.
 *
 * @param patience with a switch that does not answer
 */
public record PortAdmin(Pace pace, Pace.Patience patience) {
  /**
   * Sets {@code admin_status}. The kernel forgets static neighbours of a port that goes down, so
   * those of a port that comes up are added again.
   *
   * @param ports as CONFIG_DB has them, {@code Ethernet0}
   * @throws SonicException naming the switch, if it has no such port or refuses
   * @throws StageRun.UnknownOutcomeException if it is not known what became of a Set
   */
  public void set(GnmiSwitch device, Set<String> ports, boolean up) {
    ConfigDb now = device.read();
    ConfigDb target = now;
    for (String port : ports) {
      if (now.object("PORT", port).isEmpty()) {
        throw new SonicException(device.name() + ": has no port " + port);
      }
      target = target.merged("PORT", port, Map.of("admin_status", up ? "up" : "down"));
    }
    LiveState live = up ? device.live(ports) : LiveState.UNKNOWN;
    ConfigDb at = now;
    for (Stage stage : Stages.between(now, target, live)) {
      ConfigDb after = stage.patch().appliedTo(at);
      send(device, stage, new Checkpoint.SentStage(stage.kind(), pace.now(), at, after));
      at = after;
    }
  }

  private void send(GnmiSwitch device, Stage stage, Checkpoint.SentStage sent) {
    switch (device.send(stage.patch())) {
      case GnmiSwitch.SetAnswer.Done() -> {
        if (!stage.patch().isHeldBy(device.read())) {
          throw new SonicException(
              device.name() + ": took '" + stage.kind() + "' but does not hold it");
        }
      }
      case GnmiSwitch.SetAnswer.Failed(String text) -> throw new SonicException(text);
      case GnmiSwitch.SetAnswer.Silence(String text) -> {
        switch (new Settling(device, pace, patience).of(sent)) {
          case CAME -> {}
          case DID_NOT_COME, HALF -> throw new SonicException(text + "; it did not come");
          case UNKNOWN ->
              throw new StageRun.UnknownOutcomeException(
                  device.name(), stage.kind(), text, patience);
        }
      }
    }
  }
}
