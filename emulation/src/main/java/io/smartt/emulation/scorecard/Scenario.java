package io.smartt.emulation.scorecard;

import io.smartt.emulation.input.NearNames;
import io.smartt.emulation.input.UserInputException;
import java.util.List;

/**
 * A standard experiment on the virtual fabric, small enough to run for every candidate.
 *
 * @param name for users
 * @param settings that differ from profile {@code virtual}, as {@code key=value}
 */
public record Scenario(String name, List<String> settings) {
  /** All, in the order in which they run. */
  public static final List<Scenario> STANDARD =
      List.of(
          new Scenario("permutation", List.of("workload=permutation:1MiB")),
          new Scenario("incast", List.of("workload=incast:15x256KiB")),
          new Scenario(
              "all-to-all", List.of("topology=leafspine,2,2,4", "workload=alltoall:4x128KiB")),
          new Scenario(
              "oversubscribed-core",
              List.of(
                  "topology=fattree,hosts=16,tiers=2,os=4", "workload=core-permutation:512KiB")),
          new Scenario("mixed-rtt", List.of("topology=fattree,4", "workload=incast:15x512KiB")),
          new Scenario("loss", List.of("workload=permutation:256KiB", "link.loss=0.5")));

  /** Copies the list. */
  public Scenario {
    settings = List.copyOf(settings);
  }

  /** Returns the scenarios of some names; all for none. */
  public static List<Scenario> named(List<String> names) {
    if (names.isEmpty()) {
      return STANDARD;
    }
    List<String> all = STANDARD.stream().map(Scenario::name).toList();
    for (String name : names) {
      if (!all.contains(name)) {
        throw new UserInputException(
            "unknown scenario '" + name + "', " + NearNames.hint(name, all));
      }
    }
    return STANDARD.stream().filter(one -> names.contains(one.name())).toList();
  }
}
