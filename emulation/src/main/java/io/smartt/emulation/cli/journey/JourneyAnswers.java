package io.smartt.emulation.cli.journey;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.journey.Journey;
import io.smartt.experiment.journey.Journey.JourneyQuery;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.view.live.LiveServer.JourneySource;
import io.smartt.virtual.VirtualJourney;

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
    WantedPacket packet = new WantedPacket("", Optional.of(topology));
    String flow = wanted.getOrDefault("flow", "");
    if (wanted.containsKey("first")) {
      return packet.first(wanted.getOrDefault("first", ""));
    }
    return wanted.containsKey("psn")
        ? packet.numbered(flow, number(wanted, "psn"))
        : packet.nth(flow, number(wanted, "nth"));
  }

  private static long number(Map<String, String> wanted, String name) {
    String text = wanted.getOrDefault(name, "");
    return Quantities.whole(text, Long.MIN_VALUE, Long.MAX_VALUE)
        .orElseThrow(() -> new UserInputException(name + " " + text + ": it is not a number"));
  }

  /** The experiment of a run, to be run again for a journey. */
  record RunAgain(ExperimentSpec spec) {
    /**
     * Reads it.
     *
     * @param named a run folder, or its {@code experiment.yaml}
     * @throws UserInputException if it was not in virtual time
     */
    static RunAgain of(Path named) {
      Path file = Files.isDirectory(named) ? named.resolve("experiment.yaml") : named;
      ExperimentSpec spec = ExperimentFile.read(file, Fabrics.builtIn().settings());
      String fabric = spec.settings().get(SettingKeys.FABRIC);
      if (!fabric.equals("virtual")) {
        throw new UserInputException(
            ("%s: it ran on fabric '%s', where no packet comes a second time; journeys are of"
                    + " fabric 'virtual'. Its capture shows where packets passed, if there is one"
                    + " (--capture). 'smartt run --experiment %s --set fabric=virtual' runs the same"
                    + " there")
                .formatted(file, fabric, named));
      }
      return new RunAgain(spec);
    }

    /** Runs it; empty if it has no such packet. */
    Optional<Journey> journey(JourneyQuery query, RunMonitor monitor) {
      RunInputs inputs =
          new LocalRunner(Clock.systemUTC(), 1, Fabrics.builtIn()).prepare(spec, monitor);
      return new VirtualJourney(inputs, monitor).of(query);
    }
  }
}
