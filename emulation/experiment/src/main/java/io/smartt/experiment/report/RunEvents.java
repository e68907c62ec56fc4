package io.smartt.experiment.report;

import module java.base;

/** The events of one run, as they happen. Thread safe. */
public final class RunEvents {
  /**
   * The most of one kind at one place: a link may flap every microsecond for as long as it likes.
   */
  private static final int MOST_ALIKE = 1_000;

  private record Alike(RunEvent.Kind kind, String where) {}

  private final List<RunEvent> events = new ArrayList<>();
  private final Map<Alike, Integer> counts = new HashMap<>();

  /** The last of those that are too many. */
  private final Map<Alike, RunEvent> lasts = new LinkedHashMap<>();

  /** Adds an event; times before the experiment's start become 0. */
  public synchronized void add(long timePs, RunEvent.Kind kind, String what) {
    add(timePs, kind, what, "");
  }

  /** Adds one that has a place. */
  public synchronized void add(long timePs, RunEvent.Kind kind, String what, String where) {
    RunEvent event = new RunEvent(Math.max(0, timePs), kind, what, where);
    Alike alike = new Alike(kind, where);
    if (counts.merge(alike, 1, Integer::sum) <= MOST_ALIKE) {
      events.add(event);
    } else {
      lasts.put(alike, event);
    }
  }

  /**
   * Returns the events so far, in the order of time: of those alike the first thousand and the
   * last, which has their number.
   */
  public synchronized List<RunEvent> list() {
    Stream<RunEvent> numbered =
        lasts.entrySet().stream()
            .map(last -> numbered(last.getValue(), counts.getOrDefault(last.getKey(), 0)));
    return Stream.concat(events.stream(), numbered)
        .sorted(Comparator.comparingLong(RunEvent::timePs))
        .toList();
  }

  private Map<String, RunEvent> lastByPlace() {
    Map<String, RunEvent> last = new LinkedHashMap<>();
    list().forEach(one -> last.put(one.where(), one));
    return last;
  }

  /** Returns what happened last at a place. */
  public Optional<RunEvent.Kind> lastKind(String where) {
    return Optional.ofNullable(lastByPlace().get(where)).map(RunEvent::kind);
  }

  /** Returns what is said of each node that does not answer now. */
  public List<String> silent() {
    return lastByPlace().values().stream()
        .filter(one -> one.kind() == RunEvent.Kind.NODE_SILENT)
        .map(RunEvent::what)
        .toList();
  }

  private static RunEvent numbered(RunEvent last, int number) {
    return new RunEvent(
        last.timePs(),
        last.kind(),
        String.format(
            Locale.ROOT,
            "%s: the last of %,d, of which the first %,d are listed",
            last.what(),
            number,
            MOST_ALIKE),
        last.where());
  }
}
