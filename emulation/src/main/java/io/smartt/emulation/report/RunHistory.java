package io.smartt.emulation.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What happened to a run, as opposed to what it measured.
 *
 * @param events in the order of time
 * @param timeliness of a run in real time; empty for virtual time, which is never late
 */
public record RunHistory(List<RunEvent> events, Optional<Timeliness> timeliness) {
  /** Nothing happened, and time was virtual. */
  public static final RunHistory NONE = new RunHistory(List.of(), Optional.empty());

  /** Copies the events. */
  public RunHistory {
    events = List.copyOf(events);
  }

  /** Returns this history with one more event. */
  public RunHistory with(RunEvent event) {
    List<RunEvent> more = new ArrayList<>(events);
    more.add(event);
    more.sort(Comparator.comparingLong(RunEvent::timePs));
    return new RunHistory(more, timeliness);
  }
}
