package io.smartt.emulation.fabric.realtime;

import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.run.LinkSwitch;
import java.util.List;

/** The programmed switches of a run in real time, in this process or elsewhere. */
public interface RealTimeSwitches extends LinkSwitch {
  /** Records the depth of queues from now on until {@link #unwatch}. */
  void watch(SampleRecorder samples);

  /** Records no more. */
  void unwatch();

  /** Looks after them; called every few milliseconds. */
  void look(RunMonitor monitor);

  /** What each queue has counted. */
  List<QueueRecord> queues();

  /** Packets that reached no queue, or were lost on cables. */
  long unqueuedDrops();

  /** Packets taken in, summed over switches. */
  long packetHops();
}
