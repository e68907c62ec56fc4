package io.smartt.experiment.report;

import module java.base;

/** The events of one run, as they happen. Thread safe. */
public final class RunEvents {
  private final List<RunEvent> events = new ArrayList<>();

  /** Adds an event; times before the experiment's start become 0. */
  public synchronized void add(long timePs, RunEvent.Kind kind, String what) {
    add(timePs, kind, what, "");
  }

  /** Adds one that has a place. */
  public synchronized void add(long timePs, RunEvent.Kind kind, String what, String where) {
    events.add(new RunEvent(Math.max(0, timePs), kind, what, where));
  }

  /** Returns the events so far, in the order of time. */
  public synchronized List<RunEvent> list() {
    return events.stream().sorted(Comparator.comparingLong(RunEvent::timePs)).toList();
  }
}
