package io.smartt.emulation.scorecard;

import io.smartt.emulation.experiment.ExperimentLoader;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.launch.LocalRunner;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.scheme.Schemes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Checks a congestion control of the user's in this process. */
public final class Check {
  private static final String LOSS = "loss";

  /** Noise of the measurement, in bytes an acknowledgement. */
  private static final double NO_BYTES = 0.5;

  private final ExperimentLoader experiments;
  private final LocalRunner runner;
  private final Path runs;
  private final Consumer<String> progress;

  /**
   * @param runs folder that gets the run folders
   * @param progress receives what is being done
   */
  public Check(
      ExperimentLoader experiments, LocalRunner runner, Path runs, Consumer<String> progress) {
    this.experiments = experiments;
    this.runner = runner.ofMany();
    this.runs = runs;
    this.progress = progress;
  }

  /**
   * Checks a file.
   *
   * @param file as for {@code --scheme}
   * @param settings of every run of it, as {@code key=value}
   * @param others built-in schemes that run the same scenarios
   */
  public Scorecard of(
      String file, List<String> settings, List<Scenario> scenarios, List<String> others) {
    CongestionControl control;
    try {
      control = spec(file, settings, List.of()).scheme();
    } catch (UserInputException e) {
      return Scorecard.without(file, Scorecard.Verdict.REFUSED, String.valueOf(e.getMessage()));
    }
    PropertySuite suite = new PropertySuite(control);
    List<Property> properties = new ArrayList<>();
    progress.accept("properties of " + control.name());
    properties.add(suite.windowBounds());
    properties.add(suite.inFlight());
    Optional<AckCost> cost = Optional.empty();
    if (properties.stream().allMatch(Property::held)) {
      progress.accept("cost of an acknowledgement");
      cost = Optional.of(suite.cost(Schemes.BUILT_IN.congestionControls().getFirst()));
      properties.add(allocations(cost.get()));
    }
    List<Score> scores = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      Score own = score(file, settings, scenario, control.name());
      scores.add(own);
      if (scenario.name().equals(LOSS)) {
        properties.add(exactlyOnce(own));
      }
      if (own.threw()) {
        break;
      }
      for (String other : others) {
        scores.add(score(other, List.of(), scenario, other));
      }
    }
    return Scorecard.of(file, control.name(), properties, cost, scores);
  }

  private static Property allocations(AckCost cost) {
    return new Property(
        "no-allocation",
        cost.bytes() < NO_BYTES,
        String.format(Locale.ROOT, "%.1f B an acknowledgement", cost.bytes()));
  }

  private static Property exactlyOnce(Score lossy) {
    return new Property(
        "exactly-once",
        lossy.completed(),
        lossy.message().orElse("every byte arrived once over links that lose packets"));
  }

  private ExperimentSpec spec(String scheme, List<String> settings, List<String> scenario) {
    List<String> all = new ArrayList<>(settings);
    all.addAll(scenario);
    return experiments.load("virtual", Map.of(SettingKeys.SCHEME.name(), scheme), all, false);
  }

  private Score score(String scheme, List<String> settings, Scenario scenario, String name) {
    progress.accept(scenario.name() + ": " + name);
    try {
      ExperimentSpec spec = spec(scheme, settings, scenario.settings());
      return Score.of(
          scenario.name(),
          runner
              .run(spec, Optional.of(runs.resolve(scenario.name() + "-" + name)), RunMonitor.NONE)
              .summary());
    } catch (RunFailedException e) {
      return Score.failed(name, scenario.name(), String.valueOf(e.getMessage()));
    }
  }
}
