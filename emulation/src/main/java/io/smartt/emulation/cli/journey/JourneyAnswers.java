package io.smartt.emulation.cli.journey;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.journey.JourneyQuery;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.view.live.LiveServer.JourneySource;

/** Journeys for a page, as {@code smartt journey --json} prints them. */
public final class JourneyAnswers implements JourneySource {
  private static final String ACCEPTED =
      "accepted is first=FATE, or flow=FROM-TO with psn=N or nth=N";

  @Override
  public Optional<String> json(Path run, Map<String, String> wanted, RunMonitor monitor) {
    Set<String> names = wanted.keySet();
    if (!names.equals(Set.of("first"))
        && !names.equals(Set.of("flow", "psn"))
        && !names.equals(Set.of("flow", "nth"))) {
      throw new UserInputException(ACCEPTED);
    }
    RunAgain again = RunAgain.of(run);
    return again.journey(query(wanted, again.spec().buildTopology()), monitor).map(JourneyJson::of);
  }

  private static JourneyQuery query(Map<String, String> wanted, Topology topology) {
    WantedPacket packet = new WantedPacket("");
    String flow = wanted.getOrDefault("flow", "");
    if (wanted.containsKey("first")) {
      return packet.first(wanted.getOrDefault("first", ""));
    }
    return wanted.containsKey("psn")
        ? packet.numbered(topology, flow, number(wanted, "psn"))
        : packet.nth(topology, flow, number(wanted, "nth"));
  }

  private static long number(Map<String, String> wanted, String name) {
    String text = wanted.getOrDefault(name, "");
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UserInputException(name + " " + text + ": it is not a number", e);
    }
  }
}
