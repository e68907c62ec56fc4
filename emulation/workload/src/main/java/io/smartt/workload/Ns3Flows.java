package io.smartt.workload;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.SourceLine;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Ns3Topology;
import io.smartt.base.topology.Topology;

/**
 * Reads flow files of HPCC's ns-3 simulator: how many, then source, destination, priority group,
 * port, size in bytes and start in seconds of each. Hosts have the numbers of a topology file of
 * that simulator, or count from 0 in another network. Priority group and port have no effect, and
 * what follows the last flow is not read, as there.
 */
public final class Ns3Flows {
  private static final Pattern BEGINNING =
      Pattern.compile("\\s*\\d+[ \\t\\r]*$", Pattern.MULTILINE);
  private static final int PS_DIGITS = 12;
  private static final int WORDS = 6;

  private Ns3Flows() {}

  /** Returns whether a text is one of these: its first line is one whole number. */
  public static boolean isOne(String text) {
    return BEGINNING.matcher(text).lookingAt();
  }

  /**
   * The workload that a file's text describes.
   *
   * @param file its name, which is also the workload's, for errors
   * @param text all of it, one that {@link #isOne}
   * @param network whose hosts send
   */
  public static Workload parse(String file, String text, Topology network) {
    List<SourceLine> lines = SourceLine.split(file, text);
    SourceLine head = lines.getFirst();
    int count = (int) head.wholeNumber(0, "flows", 1, Integer.MAX_VALUE);
    if (lines.size() - 1 < count) {
      throw head.error("flows is " + count + ", but flow lines: " + (lines.size() - 1));
    }
    Map<String, Integer> hosts = new HashMap<>();
    boolean numbered = Ns3Topology.isNumbered(network);
    for (Host host : network.hosts()) {
      hosts.put(numbered ? host.name() : Ns3Topology.host(hosts.size()), hosts.size());
    }
    List<Flow> flows = new ArrayList<>();
    for (SourceLine line : lines.subList(1, count + 1)) {
      flows.add(flow(line, flows.size() + 1, hosts));
    }
    return new Workload(file, hosts.size(), flows);
  }

  private static Flow flow(SourceLine line, int id, Map<String, Integer> hosts) {
    if (line.words().size() != WORDS) {
      throw line.error(
          "expected a flow, such as '0 3 3 100 65536 2.0' (source, destination, priority group,"
              + " port, bytes, start in s), found '"
              + String.join(" ", line.words())
              + "'");
    }
    int src = host(line, 0, hosts);
    int dst = host(line, 1, hosts);
    if (src == dst) {
      throw line.error("host " + line.first() + " sends to itself");
    }
    return Flow.at(id, src, dst, line.wholeNumber(4, "size", 1, Long.MAX_VALUE), start(line));
  }

  private static int host(SourceLine line, int at, Map<String, Integer> hosts) {
    long node = line.wholeNumber(at, "host", 0, Integer.MAX_VALUE);
    Integer host = hosts.get(Ns3Topology.host(node));
    if (host == null) {
      throw line.error("the topology has no host " + node + ", it has " + hosts.size() + " hosts");
    }
    return host;
  }

  private static long start(SourceLine line) {
    String text = line.words().get(WORDS - 1);
    return Quantities.scaled(text, PS_DIGITS, 0)
        .orElseThrow(() -> line.error("start is " + text + ", must be a number of seconds from 0"));
  }
}
