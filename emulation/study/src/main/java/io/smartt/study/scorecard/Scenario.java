package io.smartt.study.scorecard;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.AlgorithmRole;
import java.util.List;

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
      new Scenario("all-to-all", List.of("topology=leafspine,2,2,4", "workload=alltoall:4x128KiB"));
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
              List.of("workload=core-permutation:1MiB", "link.failures=leaf1-spine2@50us..550us")),
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
