package io.smartt.emulation.experiment;

import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.Tally;
import io.smartt.p4.pipeline.CounterValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What smartt.p4 itself counts, for switches that count nothing of their queues. */
public final class ProgramCounts {
  private static final int DATA_QUEUE = 0;
  private static final int CONTROL_QUEUE = 1;
  private static final String MARKS = "egress.marks";

  private ProgramCounts() {}

  /**
   * Reads them.
   *
   * @param name of the switch
   * @param ports as its program numbers them
   * @param trims name of the counter of trimmed packets
   */
  public static List<QueueRecord> of(
      String name, ProgrammedSwitch programmed, Collection<Integer> ports, String trims) {
    Map<Integer, CounterValue> marked = programmed.counters(MARKS);
    Map<Integer, CounterValue> trimmed = programmed.counters(trims);
    List<QueueRecord> records = new ArrayList<>();
    for (int port : ports) {
      records.add(record(name, port, DATA_QUEUE, Tally.ZERO, tally(marked, port)));
      records.add(record(name, port, CONTROL_QUEUE, tally(trimmed, port), Tally.ZERO));
    }
    return records;
  }

  private static QueueRecord record(String name, int port, int queue, Tally trimmed, Tally marked) {
    return new QueueRecord(
        name, port, queue, Tally.ZERO, Tally.ZERO, Tally.ZERO, trimmed, marked, 0, 0);
  }

  private static Tally tally(Map<Integer, CounterValue> counters, int port) {
    CounterValue value = counters.get(port);
    return value == null ? Tally.ZERO : new Tally(value.packets(), value.bytes());
  }
}
