package io.smartt.workload.schedule;

import module java.base;

import io.smartt.base.input.UserInputException;

/** The hosts that the ranks of jobs are on. */
public sealed interface Placement permits Placement.Packed, Placement.Drawn, PlacementFile {

  /**
   * Jobs in their order, ranks in theirs, host after host.
   *
   * @param perHost ranks that share a host
   */
  record Packed(int perHost) implements Placement {}

  /**
   * Ranks that are packed, but over hosts in an order drawn from the seed.
   *
   * @param perHost ranks that share a host
   */
  record Drawn(int perHost) implements Placement {}

  /**
   * The hosts of each job's endpoints: NIC n of rank r is number r times the job's NICs, plus n.
   *
   * @param hosts of the network
   * @param random from the experiment's seed
   * @throws io.smartt.base.input.UserInputException if they have no room
   */
  default List<int[]> place(List<Job> jobs, int hosts, RandomGenerator random) {
    return switch (this) {
      case Packed(int perHost) -> InOrder.place(jobs, InOrder.all(hosts), perHost);
      case Drawn(int perHost) -> InOrder.place(jobs, InOrder.shuffled(hosts, random), perHost);
      case PlacementFile file -> file.hosts(jobs, hosts);
    };
  }

  /** Takes hosts in an order, a number of ranks on each. */
  static final class InOrder {
    private InOrder() {}

    static int[] all(int hosts) {
      int[] order = new int[hosts];
      Arrays.setAll(order, host -> host);
      return order;
    }

    static int[] shuffled(int hosts, RandomGenerator random) {
      int[] order = all(hosts);
      for (int i = hosts - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
      }
      return order;
    }

    static List<int[]> place(List<Job> jobs, int[] order, int perHost) {
      long wanted = jobs.stream().mapToLong(Job::endpoints).sum();
      long room = (long) order.length * perHost;
      if (wanted > room) {
        throw new UserInputException(tooMany(jobs, wanted, order.length, perHost));
      }
      List<int[]> placed = new ArrayList<>();
      int next = 0;
      for (Job job : jobs) {
        int[] hosts = new int[job.endpoints()];
        for (int i = 0; i < hosts.length; i++) {
          hosts[i] = order[next++ / perHost];
        }
        placed.add(hosts);
      }
      return placed;
    }

    private static String tooMany(List<Job> jobs, long wanted, int hosts, int perHost) {
      String room =
          perHost == 1
              ? "the network has " + hosts + " hosts"
              : "the network has " + hosts + " hosts, for " + perHost + " ranks each";
      if (jobs.size() > 1) {
        return "the jobs have " + wanted + " ranks together, but " + room;
      }
      Schedule schedule = jobs.getFirst().schedule();
      String nics = schedule.nics() == 1 ? "" : ", with " + schedule.nics() + " NICs each";
      return jobs.getFirst().name() + ": num_ranks is " + schedule.ranks() + nics + ", but " + room;
    }
  }
}
