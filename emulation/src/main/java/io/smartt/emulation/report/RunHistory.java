package io.smartt.emulation.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What happened to a run, as opposed to what it measured.
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
   * Returns when and where packets could be lost without a count, as {@code leaf1-spine1
   * link-down, 1.00 s to 2.30 s}.
   */
  public List<String> losses() {
    List<String> losses = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      RunEvent begun = events.get(i);
      if (!begun.kind().losesPackets() || begun.where().isEmpty() || isAfterwards(i)) {
        continue;
      }
      Optional<RunEvent> end =
          events.stream()
              .skip(i)
              .filter(event -> event.where().equals(begun.where()))
              .filter(event -> event.kind().ends(begun.kind()))
              .findFirst();
      String till = end.map(event -> String.format(Locale.ROOT, "%.2f s", event.timePs() / PS_PER_S)).orElse("its end");
      losses.add(
          String.format(
              Locale.ROOT,
              "%s %s, %.2f s to %s",
              begun.where(),
              begun.kind().key(),
              begun.timePs() / PS_PER_S,
              till));
    }
    return losses;
  }

  /** Whether it only ends what is told of already. */
  private boolean isAfterwards(int at) {
    RunEvent event = events.get(at);
    return events.stream()
        .limit(at)
        .anyMatch(one -> one.where().equals(event.where()) && event.kind().ends(one.kind()));
  }

  /** Returns this history with one more event. */
  public RunHistory with(RunEvent event) {
    List<RunEvent> more = new ArrayList<>(events);
    more.add(event);
    more.sort(Comparator.comparingLong(RunEvent::timePs));
    return new RunHistory(more, timeliness);
  }
}
