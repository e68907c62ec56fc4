package io.smartt.emulation.experiment;

import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.Tally;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Switch;
import io.smartt.p4.pipeline.CounterValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What smartt.p4 itself counts, by egress port, for switches that count nothing of their queues.
 *
 * @param marks packets that were marked in a data queue
 * @param trims packets that were trimmed on their way to a control queue
 */
record ProgramCounts(Map<Integer, CounterValue> marks, Map<Integer, CounterValue> trims) {
  /** Nothing. */
  static final ProgramCounts NONE = new ProgramCounts(Map.of(), Map.of());

  private static final int DATA_QUEUE = 0;
  private static final int CONTROL_QUEUE = 1;

  /** Asks a switch. */
  static ProgramCounts of(ProgrammedSwitch programmed) {
    return new ProgramCounts(
        programmed.counters("egress.marks"), programmed.counters("ingress.trims"));
  }

  /** As records of the queues of a switch, less what had been counted before. */
  List<QueueRecord> since(ProgramCounts before, Switch sw, List<Adjacency> ports) {
    Tally none = new Tally(0, 0);
    List<QueueRecord> records = new ArrayList<>();
    for (Adjacency adjacency : ports) {
      int port = adjacency.port();
      Tally marked = difference(marks, before.marks, port);
      Tally trimmed = difference(trims, before.trims, port);
      records.add(
          new QueueRecord(sw.name(), port, DATA_QUEUE, none, none, none, none, marked, 0, 0));
      records.add(
          new QueueRecord(sw.name(), port, CONTROL_QUEUE, none, none, none, trimmed, none, 0, 0));
    }
    return records;
  }

  private static Tally difference(
      Map<Integer, CounterValue> now, Map<Integer, CounterValue> before, int port) {
    CounterValue value = now.getOrDefault(port, CounterValue.ZERO);
    CounterValue base = before.getOrDefault(port, CounterValue.ZERO);
    return new Tally(value.packets() - base.packets(), value.bytes() - base.bytes());
  }
}
