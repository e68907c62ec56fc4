package io.smartt.emulation.topology;

import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.input.SourceLine;
import io.smartt.emulation.input.UserInputException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads any network from a file with a line for each link: two nodes, and rate and latency where
 * they are not the default ones. Hosts are {@code h1} on, all other names are switches; {@code
 * switch NAME LATENCY} gives a switch another latency. A switch's tier is 0 next to hosts, and one
 * more than the least of its neighbours' elsewhere.
 */
public final class LinksFile {
  private static final String ENDING = ".links";

  private static final String SWITCH = "switch";
  private static final String FORM =
      "expected a link, such as 'tor1 agg1 400Gbps 1us' (rate and latency may be left out), or"
          + " 'switch tor1 300ns'";
  private static final Pattern HOST = Pattern.compile("h([1-9]\\d{0,6})");
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  private final String file;
  private final LinkDefaults defaults;
  private final List<Cable> cables = new ArrayList<>();
  private final Map<String, Long> latencies = new HashMap<>();
  private final Map<String, List<String>> neighbours = new LinkedHashMap<>();
  private int hosts;

  private record Cable(String a, String b, long rateBps, long latencyPs) {}

  private LinksFile(String file, LinkDefaults defaults) {
    this.file = file;
    this.defaults = defaults;
  }

  /**
   * The network that a file's text describes.
   *
   * @param file its name, which is also the topology's, for errors
   * @param text all of it
   * @param defaults rates and latencies of what says none
   */
  public static Topology parse(String file, String text, LinkDefaults defaults) {
    LinksFile reader = new LinksFile(file, defaults);
    for (SourceLine line : SourceLine.split(file, text)) {
      reader.read(line);
    }
    return reader.build();
  }

  /** Whether a file is one of these, by its name. */
  public static boolean isOne(String file) {
    return file.endsWith(ENDING);
  }

  private void read(SourceLine line) {
    List<String> words = line.words();
    if (words.size() < 2 || words.size() > 4) {
      throw line.error(FORM + ", found '" + String.join(" ", words) + "'");
    }
    if (words.getFirst().equals(SWITCH)) {
      if (words.size() != 3) {
        throw line.error(FORM + ", found '" + String.join(" ", words) + "'");
      }
      if (latencies.put(words.get(1), time(line, words.get(2))) != null) {
        throw line.error("switch " + words.get(1) + " is there twice");
      }
      return;
    }
    String a = node(line, words.get(0));
    String b = node(line, words.get(1));
    if (a.equals(b)) {
      throw line.error("a link from " + a + " to itself");
    }
    if (isHost(a) && isHost(b)) {
      throw line.error("a link between hosts " + a + " and " + b + "; one end is a switch");
    }
    long rate = words.size() > 2 ? rate(line, words.get(2)) : defaults.rateBps();
    long latency = words.size() > 3 ? time(line, words.get(3)) : defaults.linkLatencyPs();
    cables.add(new Cable(a, b, rate, latency));
    neighbours.computeIfAbsent(a, _ -> new ArrayList<>()).add(b);
    neighbours.computeIfAbsent(b, _ -> new ArrayList<>()).add(a);
  }

  private String node(SourceLine line, String name) {
    if (!NAME.matcher(name).matches()) {
      throw line.error("'" + name + "' is no name of a node: write letters, digits and _");
    }
    Matcher host = HOST.matcher(name);
    if (host.matches()) {
      hosts = Math.max(hosts, Integer.parseInt(host.group(1)));
    }
    return name;
  }

  private static boolean isHost(String name) {
    return HOST.matcher(name).matches();
  }

  private static long rate(SourceLine line, String text) {
    try {
      return Quantities.bitsPerSecond(text);
    } catch (UserInputException e) {
      throw line.error(String.valueOf(e.getMessage()));
    }
  }

  private static long time(SourceLine line, String text) {
    try {
      return Quantities.picoseconds(text);
    } catch (UserInputException e) {
      throw line.error(String.valueOf(e.getMessage()));
    }
  }

  private Topology build() {
    TopologyBuilder builder = new TopologyBuilder(file);
    Map<String, Node> nodes = new HashMap<>();
    for (int i = 1; i <= hosts; i++) {
      if (!neighbours.containsKey("h" + i)) {
        throw new UserInputException(
            file + ": host h" + i + " has no link, and there is h" + hosts);
      }
      nodes.put("h" + i, builder.addHost());
    }
    Map<String, Integer> tiers = tiers();
    for (String name : neighbours.keySet()) {
      if (!isHost(name)) {
        int tier =
            Optional.ofNullable(tiers.get(name))
                .orElseThrow(() ->
                    new UserInputException(file + ": no way from switch " + name + " to a host"));
        long latency = latencies.getOrDefault(name, defaults.switchLatencyPs());
        nodes.put(name, builder.addSwitch(name, tier, latency));
      }
    }
    for (String name : latencies.keySet()) {
      if (!(nodes.get(name) instanceof Switch)) {
        throw new UserInputException(file + ": switch " + name + " has no link");
      }
    }
    for (Cable cable : cables) {
      builder.link(known(nodes, cable.a), known(nodes, cable.b), cable.rateBps, cable.latencyPs);
    }
    return builder.build();
  }

  private static Node known(Map<String, Node> nodes, String name) {
    Node node = nodes.get(name);
    if (node == null) {
      throw new IllegalStateException(name + " was not made");
    }
    return node;
  }

  /** By distance from the hosts. */
  private Map<String, Integer> tiers() {
    Map<String, Integer> tiers = new HashMap<>();
    Deque<String> next = new ArrayDeque<>();
    neighbours.keySet().stream()
        .filter(LinksFile::isHost)
        .forEach(host -> {
          tiers.put(host, -1);
          next.add(host);
        });
    while (!next.isEmpty()) {
      String at = next.remove();
      for (String neighbour : neighbours.getOrDefault(at, List.of())) {
        if (tiers.putIfAbsent(neighbour, tiers.getOrDefault(at, -1) + 1) == null) {
          next.add(neighbour);
        }
      }
    }
    return tiers;
  }
}
