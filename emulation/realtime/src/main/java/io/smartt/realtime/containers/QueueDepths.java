package io.smartt.realtime.containers;

import module java.base;

import io.smartt.base.topology.Switch;
import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.report.SampleSeries;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;

/** Depths of switches' queues over time, as they are when somebody looks. */
final class QueueDepths {
  private final Map<SampleSubject.Queue, SampleSeries> series = new HashMap<>();
  private Optional<SampleRecorder> samples = Optional.empty();

  /** Records from now on. */
  void into(SampleRecorder recorder) {
    series.clear();
    samples = Optional.of(recorder);
  }

  void stop() {
    samples = Optional.empty();
  }

  /** Takes what a switch has answered. */
  void sample(LongSupplier clockPs, Switch sw, List<QueueStatus> queues) {
    for (QueueStatus queue : queues) {
      samples.ifPresent(recorder -> sample(clockPs, sw, queue, recorder));
    }
  }

  /** A depth is taken to hold until the next look. */
  private void sample(LongSupplier clockPs, Switch sw, QueueStatus queue, SampleRecorder recorder) {
    SampleSubject.Queue subject = new SampleSubject.Queue(sw.name(), queue.port(), queue.queue());
    SampleSeries open = series.get(subject);
    if (open == null && queue.depthBytes() > 0) {
      open = recorder.open(Metric.QUEUE_DEPTH, subject);
      series.put(subject, open);
    }
    if (open != null) {
      open.record(Math.max(0, clockPs.getAsLong()), queue.depthBytes());
    }
  }
}
