package io.smartt.tests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Judges a run by the list of what was done to it: all of it is named, and nothing else. */
final class DrillJudge {
  /** Carriers, polls and a busy machine: what was done may be noticed so much later. */
  private static final double LATE_US = 15e6;

  private static final double EARLY_US = 1e6;
  private static final Pattern STACK = Pattern.compile("(?m)^\\s+at [\\w.$/@]+\\(|Exception in ");

  private DrillJudge() {}

  /** The kinds of drill, with the events that must name each, and those that may. */
  @SuppressWarnings("ImmutableEnumChecker")
  enum Kind {
    CUT(Set.of("link-down", "link-up"), Set.of("frames-refused")),
    MTU(Set.of("frames-refused"), Set.of()),
    STOP_SWITCH(Set.of("node-silent", "node-back"), Set.of()),
    STOP_AGENT(Set.of("node-silent", "node-back"), Set.of("frames-refused")),
    KILL_SWITCH(Set.of("switch-lost", "switch-restarted"), Set.of()),
    KILL_AGENT(Set.of("agent-lost"), Set.of("frames-refused")),
    STARVE(Set.of(), Set.of()),
    FULL_DISK(Set.of(), Set.of());

    private final Set<String> must;
    private final Set<String> may;

    Kind(Set<String> must, Set<String> may) {
      this.must = must;
      this.may = may;
    }

    boolean explains(String event) {
      return must.contains(event) || may.contains(event);
    }

    /** Frames that are in a killed process, or on a cable as it goes down, nobody counts. */
    private boolean losesUncounted() {
      return this == KILL_SWITCH || this == KILL_AGENT || this == CUT;
    }
  }

  /**
   * One thing that was done.
   *
   * @param places what an event may give as its place, the link and its ports, or the node
   * @param fromUs when it began, by the run's clock
   * @param toUs when it was undone
   */
  record Done(Kind kind, Set<String> places, double fromUs, double toUs) {
    private boolean explains(JsonNode event) {
      double at = event.path("timeUs").doubleValue();
      return kind.explains(event.path("kind").textValue())
          && places.contains(event.path("where").asText(""))
          && at >= fromUs - EARLY_US
          && at <= toUs + LATE_US;
    }
  }

  /**
   * Returns each breach in words; a full disk may have left no summary, which is then missing, or
   * an early one.
   */
  static List<String> breaches(
      List<Done> list, int status, String said, JsonNode summary, boolean busy) {
    List<String> found = new ArrayList<>();
    if (status != 0 && status != 1) {
      found.add("status " + status);
    }
    if (STACK.matcher(said).find()) {
      found.add("a stack trace on the console");
    }
    boolean full = has(list, Kind.FULL_DISK);
    if (full && !Pattern.compile("(?i)no space left|disk is full").matcher(said).find()) {
      found.add("no message names the full disk");
    }
    if (summary.isMissingNode()) {
      if (!full) {
        found.add("no summary");
      }
      return found;
    }
    List<JsonNode> events = summary.path("events").valueStream().toList();
    if (full && events.isEmpty()) {
      // The folder has the summary of the run's beginning. The console has the rest.
      return found;
    }
    // A run whose agent is killed may end before a frame is sent that is too long, or just after.
    boolean ended = has(list, Kind.KILL_AGENT);
    for (Done done : list) {
      if (ended && done.kind() == Kind.MTU) {
        continue;
      }
      for (String kind : done.kind().must) {
        if (events.stream()
            .noneMatch(e -> e.path("kind").asText("").equals(kind) && done.explains(e))) {
          found.add("not named: " + kind + " of " + done);
        }
      }
    }
    for (JsonNode event : events) {
      if (!expected(event, list, busy)) {
        found.add("named and not done: " + event);
      }
    }
    long lost = summary.at("/packets/unaccounted").asLong(0);
    if (lost != 0 && list.stream().noneMatch(done -> done.kind().losesUncounted())) {
      found.add("unaccounted: " + lost);
    }
    boolean mayFail = full || has(list, Kind.KILL_AGENT);
    if (status == 1 && !mayFail) {
      found.add("the run failed: " + summary.path("message").asText(""));
    }
    return found;
  }

  private static boolean expected(JsonNode event, List<Done> list, boolean busy) {
    return switch (event.path("kind").asText("")) {
      case "cold-start" -> true;
      case "machine-late" -> busy || has(list, Kind.STARVE);
      default -> list.stream().anyMatch(done -> done.explains(event));
    };
  }

  private static boolean has(List<Done> list, Kind kind) {
    return list.stream().anyMatch(done -> done.kind() == kind);
  }
}
