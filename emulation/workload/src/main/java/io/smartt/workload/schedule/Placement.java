package io.smartt.workload.schedule;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/** The hosts that the ranks of jobs are on. */
public sealed interface Placement {

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
      case Packed(int perHost) -> placeInOrder(jobs, inOrder(hosts), perHost);
      case Drawn(int perHost) -> placeInOrder(jobs, shuffled(hosts, random), perHost);
      case PlacementFile file -> file.hosts(jobs, hosts);
    };
  }

  private static int[] inOrder(int hosts) {
    int[] order = new int[hosts];
    Arrays.setAll(order, host -> host);
    return order;
  }

  private static int[] shuffled(int hosts, RandomGenerator random) {
    int[] order = inOrder(hosts);
    for (int i = hosts - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }

  private static List<int[]> placeInOrder(List<Job> jobs, int[] order, int perHost) {
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

  /**
   * A placement that a file lists: one line a job, the numbers of its ranks' hosts with spaces
   * between, {@code 4-7} for four of them. A host may be there more than once.
   *
   * @param name of the file
   * @param lines of each job
   */
  public record PlacementFile(String name, List<Line> lines) implements Placement {
    private static final int MOST_HOSTS = 1 << 24;

    /**
     * One line.
     *
     * @param number of the line, from 1
     * @param hosts that it lists
     */
    public record Line(int number, List<Integer> hosts) {
      /** Copies the list. */
      public Line {
        hosts = List.copyOf(hosts);
      }
    }

    /** Copies the list. */
    public PlacementFile {
      lines = List.copyOf(lines);
    }

    /** Reads a file; {@code #} begins a comment. */
    public static PlacementFile parse(String name, String text) {
      List<Line> lines = new ArrayList<>();
      List<String> raw = text.lines().toList();
      for (int i = 0; i < raw.size(); i++) {
        String line = raw.get(i).replaceAll("#.*", "").strip();
        if (!line.isEmpty()) {
          List<Integer> hosts = new ArrayList<>();
          for (String word : line.split("\\s+", -1)) {
            add(name + ":" + (i + 1) + ": ", word, hosts);
          }
          lines.add(new Line(i + 1, hosts));
        }
      }
      return new PlacementFile(name, lines);
    }

    private static void add(String at, String word, List<Integer> hosts) {
      String[] ends = word.split("-", 2);
      int from = number(at, word, ends[0]);
      int to = number(at, word, ends[ends.length - 1]);
      if (to < from || to >= MOST_HOSTS) {
        throw new UserInputException(at + "'" + word + "' is no range of hosts");
      }
      for (int host = from; host <= to; host++) {
        hosts.add(host);
      }
    }

    private static int number(String at, String word, String text) {
      return (int)
          Quantities.whole(text, 0, Integer.MAX_VALUE)
              .orElseThrow(() ->
                  new UserInputException(
                      at + "'" + word + "' is no host; write numbers as 3, or 4-7 for four"));
    }

    List<int[]> hosts(List<Job> jobs, int hosts) {
      if (lines.size() != jobs.size()) {
        throw new UserInputException(
            name + ": lines with hosts: " + lines.size() + ", but jobs: " + jobs.size());
      }
      List<int[]> placed = new ArrayList<>();
      for (int i = 0; i < jobs.size(); i++) {
        Line line = lines.get(i);
        Job job = jobs.get(i);
        String at = name + ":" + line.number() + ": ";
        if (line.hosts().size() != job.endpoints()) {
          throw new UserInputException(
              at
                  + line.hosts().size()
                  + " hosts, but "
                  + job.name()
                  + " has "
                  + job.endpoints()
                  + (job.schedule().nics() == 1 ? " ranks" : " ranks times NICs"));
        }
        for (int host : line.hosts()) {
          if (host >= hosts) {
            throw new UserInputException(
                at + "host " + host + ", but the network has hosts 0 to " + (hosts - 1));
          }
        }
        placed.add(line.hosts().stream().mapToInt(Integer::intValue).toArray());
      }
      return placed;
    }
  }
}
