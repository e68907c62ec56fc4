package io.smartt.emulation.workload.schedule;

import java.util.List;
import java.util.random.RandomGenerator;

/** On which hosts the ranks of jobs are. */
public sealed interface Placement permits Placement.Packed, Placement.Drawn, PlacementFile {

  /**
   * Jobs in their order, ranks in theirs, host after host.
   *
   * @param perHost ranks that share a host
   */
  record Packed(int perHost) implements Placement {}

  /**
   * As packed, but over hosts in an order drawn from the seed.
   *
   * @param perHost ranks that share a host
   */
  record Drawn(int perHost) implements Placement {}

  /** How the user writes it. */
  default String text() {
    return switch (this) {
      case Packed(int perHost) -> perHost == 1 ? "packed" : "packed:" + perHost;
      case Drawn(int perHost) -> perHost == 1 ? "random" : "random:" + perHost;
      case PlacementFile file -> file.name();
    };
  }

  /**
   * The hosts of each job's endpoints: NIC n of rank r is number r times the job's NICs, plus n.
   *
   * @param hosts of the network
   * @param random from the experiment's seed
   * @throws io.smartt.emulation.input.UserInputException if they have no room
   */
  default List<int[]> place(List<Job> jobs, int hosts, RandomGenerator random) {
    return switch (this) {
      case Packed(int perHost) -> InOrder.place(jobs, InOrder.all(hosts), perHost);
      case Drawn(int perHost) -> InOrder.place(jobs, InOrder.shuffled(hosts, random), perHost);
      case PlacementFile file -> file.hosts(jobs, hosts);
    };
  }
}
