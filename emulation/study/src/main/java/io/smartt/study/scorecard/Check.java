package io.smartt.study.scorecard;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.scorecard.Scorecard.Property;
import java.util.List;

/** Checks an algorithm of the user's in this process. */
public final class Check {
  private static final String LOSS = "loss";

  /** Noise of the measurement, in bytes an acknowledgement. */
  private static final double NO_BYTES = 0.5;

  private final AlgorithmRole role;
  private final ExperimentLoader experiments;
  private final LocalRunner runner;
  private final Path runs;
  private final Consumer<String> progress;

  /**
   * @param role what candidates are for
   * @param runs folder that gets the run folders
   * @param progress receives what is being done
   */
  public Check(
      AlgorithmRole role,
      ExperimentLoader experiments,
      LocalRunner runner,
      Path runs,
      Consumer<String> progress) {
    this.role = role;
    this.experiments = experiments;
    this.runner = runner.ofMany();
    this.runs = runs;
    this.progress = progress;
  }

  /**
   * Checks a file.
   *
   * @param file as for {@code --scheme} or {@code --lb}
   * @param settings of every run of it, as {@code key=value}
   * @param others built-in algorithms that run the same scenarios
   */
  public Scorecard of(
      String file, List<String> settings, List<Scenario> scenarios, List<String> others) {
    Suite suite;
    try {
      ExperimentSpec spec = spec(file, settings, List.of());
      suite =
          switch (role) {
            case SCHEME -> new PropertySuite(spec.scheme());
            case LOAD_BALANCER -> new PathSuite(spec.settings().loadBalancer());
          };
    } catch (UserInputException e) {
      return Scorecard.without(
          role, file, Scorecard.Verdict.REFUSED, String.valueOf(e.getMessage()));
    }
    progress.accept("properties of " + suite.name());
    List<Property> properties = new ArrayList<>(suite.properties());
    Optional<AckCost> cost = Optional.empty();
    if (properties.stream().allMatch(Property::held)) {
      progress.accept("cost of an acknowledgement");
      cost = Optional.of(suite.cost());
      properties.add(allocations(cost.get()));
    }
    List<Score> scores = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      Score own = score(file, settings, scenario, suite.name());
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
    return Scorecard.of(role, file, suite.name(), properties, cost, scores);
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

  private ExperimentSpec spec(String algorithm, List<String> settings, List<String> scenario) {
    List<String> all = new ArrayList<>(settings);
    all.addAll(scenario);
    return experiments.load("virtual", Map.of(role.key().name(), algorithm), all, false);
  }

  private Score score(String algorithm, List<String> settings, Scenario scenario, String name) {
    progress.accept(scenario.name() + ": " + name);
    try {
      ExperimentSpec spec = spec(algorithm, settings, scenario.settings());
      return Score.of(
          name,
          scenario.name(),
          runner
              .run(spec, Optional.of(runs.resolve(scenario.name() + "-" + name)), RunMonitor.NONE)
              .summary());
    } catch (RunFailedException e) {
      return Score.failed(name, scenario.name(), String.valueOf(e.getMessage()));
    }
  }

  /**
   * A standard experiment on the virtual fabric, small enough to run for every candidate.
   *
   * @param name for users
   * @param settings that differ from profile {@code virtual}, as {@code key=value}
   */
  public record Scenario(String name, List<String> settings) {
    private static final Scenario PERMUTATION =
        new Scenario("permutation", List.of("workload=permutation:1MiB"));
    private static final Scenario ALL_TO_ALL =
        new Scenario(
            "all-to-all", List.of("topology=leafspine,2,2,4", "workload=alltoall:4x128KiB"));
    private static final Scenario OVERSUBSCRIBED_CORE =
        new Scenario(
            "oversubscribed-core",
            List.of("topology=fattree,hosts=16,tiers=2,os=4", "workload=core-permutation:512KiB"));
    private static final Scenario LOSS =
        new Scenario("loss", List.of("workload=permutation:256KiB", "link.loss=0.5"));

    private static final List<Scenario> OF_SCHEMES =
        List.of(
            PERMUTATION,
            new Scenario("incast", List.of("workload=incast:15x256KiB")),
            ALL_TO_ALL,
            OVERSUBSCRIBED_CORE,
            new Scenario("mixed-rtt", List.of("topology=fattree,4", "workload=incast:15x512KiB")),
            LOSS);

    private static final List<Scenario> OF_BALANCERS =
        List.of(
            PERMUTATION,
            ALL_TO_ALL,
            OVERSUBSCRIBED_CORE,
            new Scenario(
                "slow-spine", List.of("workload=permutation:1MiB", "link.rates=spine4=10Gbps")),
            new Scenario(
                "dead-link",
                List.of(
                    "workload=core-permutation:1MiB", "link.failures=leaf1-spine2@50us..550us")),
            new Scenario(
                "dead-plane",
                List.of(
                    "topology=multiplane,4,2,2,4",
                    "workload=permutation:1MiB",
                    "link.failures=p3*@30us..530us")),
            LOSS);

    /** Copies the list. */
    public Scenario {
      settings = List.copyOf(settings);
    }

    /** Returns the scenarios of a role's candidates, in the order in which they run. */
    public static List<Scenario> standard(AlgorithmRole role) {
      return switch (role) {
        case SCHEME -> OF_SCHEMES;
        case LOAD_BALANCER -> OF_BALANCERS;
      };
    }

    /** Returns the scenarios of some names; all for none. */
    public static List<Scenario> named(AlgorithmRole role, List<String> names) {
      List<Scenario> standard = standard(role);
      if (names.isEmpty()) {
        return standard;
      }
      List<String> all = standard.stream().map(Scenario::name).toList();
      for (String name : names) {
        if (!all.contains(name)) {
          throw new UserInputException(
              "unknown scenario '" + name + "', " + NearNames.hint(name, all));
        }
      }
      return standard.stream().filter(one -> names.contains(one.name())).toList();
    }
  }
}
