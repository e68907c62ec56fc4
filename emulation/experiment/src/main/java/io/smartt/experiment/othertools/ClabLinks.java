package io.smartt.experiment.othertools;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinksFile;
import io.smartt.base.topology.TopologyBuilder;

/** The links of a containerlab file, in the brief and in the extended form. */
final class ClabLinks {
  private static final Set<String> BETWEEN_NODES = Set.of("veth", "veth-stitch");
  private static final String DUMMY = "dummy";
  private static final Set<String> LEAVING =
      Set.of("host", "mgmt-net", "macvlan", "vxlan", "vxlan-stitch");
  private static final Set<String> KNOWN = Set.of("type", "endpoints", "endpoint");

  /** The whole of a last number: the port of eth1234 is not 234. */
  private static final Pattern LAST_NUMBER = Pattern.compile("(?:.*\\D)?(\\d{1,3})");

  private final Set<String> known;
  private final List<Cable> cables = new ArrayList<>();
  private final Set<String> ignored = new TreeSet<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<String> used = new HashSet<>();

  private record End(String node, String port) {
    @Override
    public String toString() {
      return node + ":" + port;
    }
  }

  private record Cable(YamlTree place, End a, End b, String rate, String latency) {}

  private ClabLinks(Set<String> known) {
    this.known = known;
  }

  /**
   * Reads the links of a topology.
   *
   * @param known its nodes
   */
  static ClabLinks read(YamlTree topology, Set<String> known) {
    ClabLinks links = new ClabLinks(known);
    topology.find("links").ifPresent(list -> list.items().forEach(links::add));
    return links;
  }

  /** Returns every node that has a cable. */
  Set<String> nodes() {
    Set<String> nodes = new LinkedHashSet<>();
    cables.forEach(cable -> {
      nodes.add(cable.a.node);
      nodes.add(cable.b.node);
    });
    return nodes;
  }

  /** Returns how many a node has. */
  long count(String node) {
    return cables.stream()
        .filter(cable -> cable.a.node.equals(node) || cable.b.node.equals(node))
        .count();
  }

  /** Keys without an effect. */
  Set<String> ignored() {
    return ignored;
  }

  /** Returns what the user should know. */
  List<String> notes() {
    return notes;
  }

  private void add(YamlTree link) {
    Optional<String> type = link.find("type").map(YamlTree::text);
    if (type.filter(LEAVING::contains).isPresent()) {
      throw link.error(
          "a link of type %s leaves the lab; here links join two nodes"
              .formatted(type.orElseThrow()));
    }
    if (type.filter(DUMMY::equals).isPresent()) {
      notes.add("a link of type dummy carries nothing and is left out");
      return;
    }
    if (type.filter(given -> !BETWEEN_NODES.contains(given)).isPresent()) {
      throw link.error(
          "a link of type '%s'; accepted: %s"
              .formatted(type.orElseThrow(), String.join(", ", new TreeSet<>(BETWEEN_NODES))));
    }
    List<YamlTree> ends =
        link.find("endpoints").orElseThrow(() -> link.error("a link without endpoints")).items();
    if (ends.size() != 2) {
      throw link.error("a link has two endpoints, found " + ends.size());
    }
    End a = end(ends.get(0));
    End b = end(ends.get(1));
    if (a.node.equals(b.node)) {
      throw link.error("a link from " + a + " to the same node");
    }
    for (String key : link.fields().keySet()) {
      if (!KNOWN.contains(key) && !key.equals("vars") && !key.equals("labels")) {
        ignored.add(key + " of links");
      }
    }
    cables.add(
        new Cable(link, a, b, own(link, ClabFile.RATE_LABEL), own(link, ClabFile.LATENCY_LABEL)));
  }

  private static String own(YamlTree link, String key) {
    Optional<YamlTree> value =
        link.find("vars").or(() -> link.find("labels")).flatMap(vars -> vars.find(key));
    value.ifPresent(given -> require(given, key.equals(ClabFile.RATE_LABEL)));
    return value.map(YamlTree::text).orElse(LinksFile.DEFAULT);
  }

  /** Refuses what is no rate, or no latency, with its place. */
  static void require(YamlTree given, boolean rate) {
    try {
      long _ = rate ? Quantities.bitsPerSecond(given.text()) : Quantities.picoseconds(given.text());
    } catch (UserInputException e) {
      throw given.error(String.valueOf(e.getMessage()));
    }
    if (!given.text().matches("\\S+")) {
      throw given.error("'" + given.text() + "' has spaces");
    }
  }

  private End end(YamlTree given) {
    End end = given.isMapping() ? extended(given) : brief(given);
    if (!known.contains(end.node)) {
      throw given.error(
          LEAVING.contains(end.node)
              ? "endpoint " + end + " leaves the lab; here links join two nodes"
              : "endpoint "
                  + end
                  + " is of no node of this file; "
                  + NearNames.hint(end.node, known));
    }
    if (!used.add(end.toString())) {
      throw given.error("interface " + end + " has two links");
    }
    return end;
  }

  private static End brief(YamlTree given) {
    String text = given.text();
    int colon = text.indexOf(':');
    if (colon < 1 || colon == text.length() - 1) {
      throw given.error("endpoint '" + text + "' is not NODE:INTERFACE");
    }
    return new End(text.substring(0, colon), text.substring(colon + 1));
  }

  private End extended(YamlTree given) {
    given.fields().keySet().stream()
        .filter(key -> !key.equals("node") && !key.equals("interface"))
        .forEach(key -> ignored.add(key + " of interfaces"));
    return new End(part(given, "node"), part(given, "interface"));
  }

  private static String part(YamlTree given, String key) {
    return given
        .find(key)
        .orElseThrow(() -> given.error("an endpoint without '" + key + "'"))
        .text();
  }

  /** Writes them. */
  void write(LinksText text, Set<String> switches) {
    Map<String, Boolean> numbered = new HashMap<>();
    for (String sw : switches) {
      boolean numbers = haveNumbers(sw);
      numbered.put(sw, numbers);
      if (!numbers) {
        text.noteOwnNumbers(sw);
      }
    }
    for (Cable cable : cables) {
      if (!switches.contains(cable.a.node) && !switches.contains(cable.b.node)) {
        throw cable.place.error(
            "a link between hosts " + cable.a + " and " + cable.b + "; one end is a switch here");
      }
      text.link(end(cable.a, numbered), end(cable.b, numbered), cable.rate, cable.latency);
    }
  }

  private static LinksText.End end(End end, Map<String, Boolean> numbered) {
    return new LinksText.End(
        end.node, numbered.getOrDefault(end.node, false) ? number(end.port) : OptionalInt.empty());
  }

  /**
   * Returns whether the interfaces of a switch, such as eth1 or e1-2, give each port another
   * number.
   */
  private boolean haveNumbers(String sw) {
    Set<Integer> numbers = new HashSet<>();
    for (Cable cable : cables) {
      for (End end : List.of(cable.a, cable.b)) {
        if (end.node.equals(sw)) {
          OptionalInt number = number(end.port);
          if (number.isEmpty() || !numbers.add(number.getAsInt())) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static OptionalInt number(String port) {
    Matcher last = LAST_NUMBER.matcher(port);
    if (!last.matches()) {
      return OptionalInt.empty();
    }
    int number = Integer.parseInt(last.group(1));
    return number >= 1 && number <= TopologyBuilder.MAX_SWITCH_PORTS
        ? OptionalInt.of(number)
        : OptionalInt.empty();
  }
}
