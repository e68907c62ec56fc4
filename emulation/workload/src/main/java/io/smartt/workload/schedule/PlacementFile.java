package io.smartt.workload.schedule;

import module java.base;

import io.smartt.base.input.UserInputException;

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
    try {
      return Integer.parseUnsignedInt(text);
    } catch (NumberFormatException e) {
      throw new UserInputException(
          at + "'" + word + "' is no host; write numbers as 3, or 4-7 for four", e);
    }
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
