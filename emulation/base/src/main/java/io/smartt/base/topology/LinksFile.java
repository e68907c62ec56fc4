package io.smartt.base.topology;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.SourceLine;
import io.smartt.base.input.UserInputException;

/**
 * Reads any network from a file with a line for each link: two nodes, and rate and latency where
 * they are not the default ones. Hosts are {@code h1} on, or those that {@code host NAME} declares,
 * in that order; all other names are switches, numbered in the order in which the file names them.
 * {@code switch NAME LATENCY} gives a switch another latency, and {@code s1:3} is a port of a
 * switch by its number. A switch's tier is 0 next to hosts, and one more than the least of its
 * neighbours' elsewhere.
 */
public final class LinksFile {
  /** The ending of a file's name. */
  public static final String ENDING = ".links";

  /** Stands for the default rate or latency. */
  public static final String DEFAULT = "-";

  private static final String SWITCH = "switch";
  private static final String HOST = "host";
  private static final String FORM =
      "expected a link, such as 'tor1 agg1 400Gbps 1us' (rate and latency may be left out),"
          + " 'host client1' or 'switch tor1 300ns'";
  private static final Pattern NUMBERED = Pattern.compile("h([1-9]\\d{0,6})");
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
  private static final Pattern END = Pattern.compile("([^:]*):([1-9]\\d{0,2})");

  private final String file;
  private final LinkDefaults defaults;
  private final List<Cable> cables = new ArrayList<>();
  private final Map<String, Long> latencies = new LinkedHashMap<>();
  private final Map<String, List<String>> neighbours = new LinkedHashMap<>();
  private final Set<String> declared = new LinkedHashSet<>();

  private record Cable(SourceLine line, End a, End b, long rateBps, long latencyPs) {}

  private record End(String node, Optional<Integer> port) {}

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

  /** Returns whether a file is one of these, by its name. */
  public static boolean isOne(String file) {
    return file.endsWith(ENDING);
  }

  private void read(SourceLine line) {
    List<String> words = line.words();
    if (words.size() < 2 || words.size() > 4) {
      throw line.error(FORM + ", found '" + String.join(" ", words) + "'");
    }
    switch (words.getFirst()) {
      case SWITCH -> readSwitch(line);
      case HOST -> readHost(line);
      default -> readLink(line);
    }
  }

  private void readSwitch(SourceLine line) {
    List<String> words = line.words();
    if (words.size() != 3) {
      throw line.error(FORM + ", found '" + String.join(" ", words) + "'");
    }
    String name = words.get(1);
    requireName(line, name);
    long latency =
        given(words, 2)
            .map(word -> quantity(line, word, Quantities::picoseconds))
            .orElse(defaults.switchLatencyPs());
    if (latencies.put(name, latency) != null) {
      throw line.error("switch " + name + " is there twice");
    }
    neighbours.computeIfAbsent(name, _ -> new ArrayList<>());
  }

  private void readHost(SourceLine line) {
    if (line.words().size() != 2) {
      throw line.error(FORM + ", found '" + String.join(" ", line.words()) + "'");
    }
    String name = line.words().get(1);
    requireName(line, name);
    if (!declared.add(name)) {
      throw line.error("host " + name + " is there twice");
    }
  }

  private void readLink(SourceLine line) {
    List<String> words = line.words();
    End a = end(line, words.get(0));
    End b = end(line, words.get(1));
    if (a.node.equals(b.node)) {
      throw line.error("a link from " + a.node + " to itself");
    }
    long rate =
        given(words, 2)
            .map(word -> quantity(line, word, Quantities::bitsPerSecond))
            .orElse(defaults.rateBps());
    long latency =
        given(words, 3)
            .map(word -> quantity(line, word, Quantities::picoseconds))
            .orElse(defaults.linkLatencyPs());
    cables.add(new Cable(line, a, b, rate, latency));
    neighbours.computeIfAbsent(a.node, _ -> new ArrayList<>()).add(b.node);
    neighbours.computeIfAbsent(b.node, _ -> new ArrayList<>()).add(a.node);
  }

  private static Optional<String> given(List<String> words, int at) {
    return words.stream().skip(at).findFirst().filter(word -> !word.equals(DEFAULT));
  }

  private static End end(SourceLine line, String word) {
    Matcher port = END.matcher(word);
    End end =
        port.matches()
            ? new End(port.group(1), Optional.of(Integer.valueOf(port.group(2))))
            : new End(word, Optional.empty());
    requireName(line, end.node);
    if (end.port.filter(number -> number > TopologyBuilder.MAX_SWITCH_PORTS).isPresent()) {
      throw line.error(
          "port " + word + " is above " + TopologyBuilder.MAX_SWITCH_PORTS + ", the highest");
    }
    return end;
  }

  private static void requireName(SourceLine line, String name) {
    if (!NAME.matcher(name).matches()) {
      throw line.error("'" + name + "' is no name of a node: write letters, digits and _");
    }
  }

  private static long quantity(SourceLine line, String text, ToLongFunction<String> reader) {
    try {
      return reader.applyAsLong(text);
    } catch (UserInputException e) {
      throw line.error(String.valueOf(e.getMessage()));
    }
  }

  private Topology build() {
    TopologyBuilder builder = new TopologyBuilder(file);
    Map<String, Node> nodes = new HashMap<>();
    Set<String> hosts = declared.isEmpty() ? numberedHosts() : declared;
    requireSwitchAtEach(hosts);
    for (String host : hosts) {
      if (neighbours.getOrDefault(host, List.of()).isEmpty()) {
        throw new UserInputException(file + ": host " + host + " has no link");
      }
      nodes.put(host, builder.addHost(host));
    }
    Map<String, Integer> tiers = tiers(hosts);
    for (String name : latencies.keySet()) {
      if (hosts.contains(name)) {
        throw new UserInputException(file + ": " + name + " is a host and a switch");
      }
      if (neighbours.getOrDefault(name, List.of()).isEmpty()) {
        throw new UserInputException(file + ": switch " + name + " has no link");
      }
    }
    for (String name : neighbours.keySet()) {
      if (!hosts.contains(name)) {
        int tier =
            Optional.ofNullable(tiers.get(name))
                .orElseThrow(() ->
                    new UserInputException(file + ": no way from switch " + name + " to a host"));
        long latency = latencies.getOrDefault(name, defaults.switchLatencyPs());
        nodes.put(name, builder.addSwitch(name, tier, latency));
      }
    }
    connect(builder, nodes);
    return builder.build();
  }

  /** Numbers that the file gives come first, so that the others are free ones. */
  private void connect(TopologyBuilder builder, Map<String, Node> nodes) {
    Map<End, Port> numbered = new HashMap<>();
    for (Cable cable : cables) {
      for (End end : List.of(cable.a, cable.b)) {
        end.port.ifPresent(number -> {
          if (!(nodes.get(end.node) instanceof Switch sw)) {
            throw cable.line.error(end.node + " is a host, whose port has no number");
          }
          numbered.put(end, builder.port(sw, number));
        });
      }
    }
    for (Cable cable : cables) {
      builder.link(
          port(builder, nodes, numbered, cable.a),
          port(builder, nodes, numbered, cable.b),
          cable.rateBps,
          cable.latencyPs);
    }
  }

  private static Port port(
      TopologyBuilder builder, Map<String, Node> nodes, Map<End, Port> numbered, End end) {
    Port known = numbered.get(end);
    if (known != null) {
      return known;
    }
    Node node = nodes.get(end.node);
    if (node == null) {
      throw new IllegalStateException(end.node + " was not made");
    }
    return builder.nextPort(node);
  }

  private void requireSwitchAtEach(Set<String> hosts) {
    for (Cable cable : cables) {
      if (hosts.contains(cable.a.node) && hosts.contains(cable.b.node)) {
        throw cable.line.error(
            "a link between hosts "
                + cable.a.node
                + " and "
                + cable.b.node
                + "; one end is a switch");
      }
    }
  }

  private Set<String> numberedHosts() {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (String name : neighbours.keySet()) {
      Matcher host = NUMBERED.matcher(name);
      if (host.matches()) {
        numbers.add(Integer.valueOf(host.group(1)));
      }
    }
    Set<String> all = new LinkedHashSet<>();
    for (int number : numbers) {
      if (number != all.size() + 1) {
        throw new UserInputException(
            file + ": host h" + (all.size() + 1) + " has no link, and there is h" + numbers.last());
      }
      all.add("h" + number);
    }
    return all;
  }

  /** Returns the tier of each node, by its distance from the hosts. */
  private Map<String, Integer> tiers(Set<String> hosts) {
    Map<String, Integer> tiers = new HashMap<>();
    Deque<String> next = new ArrayDeque<>();
    neighbours.keySet().stream()
        .filter(hosts::contains)
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
