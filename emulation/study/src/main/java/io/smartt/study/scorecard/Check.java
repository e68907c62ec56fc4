package io.smartt.study.scorecard;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.host.pathing.Entropies;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.SettingsValues;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.scorecard.Scorecard.Property;
import io.smartt.study.scorecard.Suite.Trials;

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

  /** Tries properties of a load balancer's choices on random paths and answers of the network. */
  static final class PathSuite implements Suite {
    private static final long BASE_RTT_PS = 10_000_000;
    private static final int BDP_PACKETS = 16;

    private final LoadBalancer balancer;
    private final Trials trials = new Trials();

    PathSuite(LoadBalancer balancer) {
      this.balancer = balancer;
    }

    @Override
    public String name() {
      return balancer.name();
    }

    @Override
    public List<Scorecard.Property> properties() {
      return List.of(
          trials.holds("entropy-range", this::outOfRange),
          trials.holds("repeatable", this::differs));
    }

    private PathSelector selector(int entropies, int bdpPackets, long baseRttPs, long seed) {
      LoadBalancer.Context run = new LoadBalancer.Context(SettingsValues.DEFAULTS, entropies);
      return trials
          .guard()
          .guardedPaths(balancer.name(), balancer.factory().apply(run))
          .selector(bdpPackets, baseRttPs, new SplittableRandom(seed));
    }

    /** Every choice is a value of the packet's field, and one of those that the run allows. */
    private Optional<String> outOfRange(SplittableRandom random) {
      int entropies = random.nextBoolean() ? Entropies.ALL : 1 << random.nextInt(4, 12);
      long baseRttPs = 1_000_000L + random.nextLong(100_000_000L);
      PathSelector flow =
          selector(entropies, 1 + random.nextInt(1000), baseRttPs, random.nextLong());
      int most = (balancer.usesEntropies() ? entropies : Entropies.ALL) - 1;
      long nowPs = 0;
      for (int i = 0; i < Trials.EVENTS; i++) {
        int entropy = flow.nextEntropy(nowPs);
        if (entropy < 0 || entropy > most) {
          return Optional.of(
              "an entropy of %d after %d events, accepted is 0 to %d".formatted(entropy, i, most));
        }
        nowPs += random.nextLong(baseRttPs / 20);
        event(random, flow, nowPs, entropy);
      }
      return Optional.empty();
    }

    /** The same randomness and the same answers lead to the same choices. */
    private Optional<String> differs(SplittableRandom random) {
      long seed = random.nextLong();
      PathSelector one = selector(Entropies.ALL, BDP_PACKETS, BASE_RTT_PS, seed);
      PathSelector other = selector(Entropies.ALL, BDP_PACKETS, BASE_RTT_PS, seed);
      SplittableRandom events = random.split();
      long nowPs = 0;
      for (int i = 0; i < Trials.EVENTS; i++) {
        int first = one.nextEntropy(nowPs);
        int second = other.nextEntropy(nowPs);
        if (first != second) {
          return Optional.of(
              "%d and %d after the same %d events from the same seed".formatted(first, second, i));
        }
        nowPs += events.nextLong(BASE_RTT_PS / 20);
        long answer = events.nextLong();
        event(new SplittableRandom(answer), one, nowPs, first);
        event(new SplittableRandom(answer), other, nowPs, first);
      }
      return Optional.empty();
    }

    private static void event(SplittableRandom random, PathSelector flow, long nowPs, int entropy) {
      switch (random.nextInt(16)) {
        case 0 -> flow.onTimeout(nowPs, entropy);
        case 1 -> flow.onTrim(nowPs, entropy);
        case 2, 3, 4 -> flow.onAck(nowPs, entropy, true);
        default -> flow.onAck(nowPs, entropy, false);
      }
    }

    @Override
    public AckCost cost() {
      return AckCost.measure(acks(balancer), Reps.BALANCER.name(), acks(Reps.BALANCER));
    }

    /** A packet's choice and its answer. */
    private static AckCost.Calls acks(LoadBalancer of) {
      PathSelector flow =
          of.factory()
              .apply(new LoadBalancer.Context(SettingsValues.DEFAULTS, Entropies.ALL))
              .selector(BDP_PACKETS, BASE_RTT_PS, new SplittableRandom(1));
      return (i, nowPs) -> {
        int entropy = flow.nextEntropy(nowPs);
        if ((i & 255) == 255) {
          flow.onTrim(nowPs, entropy);
        } else {
          flow.onAck(nowPs, entropy, (i & 63) == 0);
        }
      };
    }
  }
}
