package io.smartt.experiment.report;

import module java.base;

/**
 * The events of a run, as opposed to what it measured.
 *
 * @param events in the order of time
 * @param timeliness of a run in real time; empty for virtual time, which is never late
 */
public record RunHistory(List<RunEvent> events, Optional<Timeliness> timeliness) {
  private static final double PS_PER_S = 1e12;

  /** Nothing happened, and time was virtual. */
  public static final RunHistory NONE = new RunHistory(List.of(), Optional.empty());

  /** Copies the events. */
  public RunHistory {
    events = List.copyOf(events);
  }

  /**
   * Returns where and when packets could be lost without a count, as {@code leaf1-spine1 link-down,
   * 1.00 s to 2.30 s}.
   */
  public List<String> losses() {
    Map<RunEvent, Optional<RunEvent>> spans = new LinkedHashMap<>();
    for (RunEvent event : events) {
      Optional<RunEvent> begun =
          spans.keySet().stream()
              .filter(one -> event.kind().ends(one.kind()) && event.where().equals(one.where()))
              .reduce((_, later) -> later);
      begun.ifPresent(one -> spans.put(one, Optional.of(event)));
      if (begun.isEmpty() && event.kind().losesUncounted() && !event.where().isEmpty()) {
        spans.put(event, Optional.empty());
      }
    }
    return spans.entrySet().stream()
        .map(span -> {
          RunEvent begun = span.getKey();
          String till = span.getValue().map(RunHistory::seconds).orElse("its end");
          return "%s %s, %s to %s"
              .formatted(begun.where(), begun.kind().key(), seconds(begun), till);
        })
        .toList();
  }

  private static String seconds(RunEvent event) {
    return String.format(Locale.ROOT, "%.2f s", event.timePs() / PS_PER_S);
  }

  /** Returns this history with one more event. */
  public RunHistory with(RunEvent event) {
    List<RunEvent> more = new ArrayList<>(events);
    more.add(event);
    more.sort(Comparator.comparingLong(RunEvent::timePs));
    return new RunHistory(more, timeliness);
  }
}
