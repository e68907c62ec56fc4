package io.smartt.experiment.report;

import module java.base;

/**
 * The events of a run, as opposed to what it measured.
 *
 * @param events in the order of time
 * @param timeliness of a run in real time; empty for virtual time, which is never late
 */
public record RunHistory(List<RunEvent> events, Optional<RunHistory.Timeliness> timeliness) {
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
      if (begun.isEmpty() && event.kind().losesPackets() && !event.where().isEmpty()) {
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

  /**
   * The verdict on how well the machine kept the time of a run in real time. Where it did not, the
   * numbers say as much about the machine as about the experiment.
   *
   * @param interruptions events by which nodes stood still, so that times are not the network's
   * @param late what shows that the machine did not keep time, a sentence without its full stop
   *     each
   * @param lateness what it was judged by
   */
  public record Timeliness(
      List<String> interruptions, List<String> late, MachineLateness lateness) {
    private static final int MOST_NAMED = 4;

    /** Copies the lists. */
    public Timeliness {
      interruptions = List.copyOf(interruptions);
      late = List.copyOf(late);
    }

    /** Returns whether the times of the run are those of its network. */
    public boolean timely() {
      return interruptions.isEmpty() && late.isEmpty();
    }

    /** Returns why they are not; empty if they are. */
    public List<String> reasons() {
      return Stream.concat(interruptions.stream(), late.stream()).toList();
    }

    /** Returns one line for people who read a result that is not timely; it does not name all. */
    public String warning() {
      List<String> lines = new ArrayList<>();
      if (!interruptions.isEmpty()) {
        int more = interruptions.size() - MOST_NAMED;
        lines.add(
            "times are not the network's: "
                + interruptions.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
                + (more <= 0 ? "" : "; and " + more + " more, see events.csv"));
      }
      if (!late.isEmpty()) {
        lines.add("this machine did not keep time: " + String.join("; ", late));
      }
      return String.join("; ", lines);
    }
  }

  /**
   * The lateness of the machines of a run in real time, as shares: 0.05 is 5 %.
   *
   * @param switches of the base RTT, by which RTTs were longer since switches came late
   * @param hosts of the base RTT, by which RTTs were longer since hosts' threads came late
   * @param switchesLost of the run, in which a switch had something to do and did nothing
   * @param sendingLost of the time with data that window and pacing allowed, in which none was sent
   * @param slept of the run's short sleeps, by which they were too long
   */
  public record MachineLateness(
      double switches, double hosts, double switchesLost, double sendingLost, double slept) {}
}
