package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Topology;

/**
 * Links as settings name them: those between two nodes, or all of a node. A star in a name stands
 * for any letters and digits, so that {@code leaf*-spine*} names a group.
 *
 * @param a a node, by name
 * @param b the other end; empty for all links of a node
 */
public record LinkSelector(String a, Optional<String> b) {
  private static final String NAME = "[^-@=>.,\\s]+";
  private static final Pattern FORM = Pattern.compile("(" + NAME + ")(?:-(" + NAME + "))?");
  private static final String NONE = "none";
  private static final char ANY = '*';

  /** The parts of a list, with commas between; none of {@code none}. */
  static List<String> parts(String text) {
    return text.strip().equals(NONE) ? List.of() : List.of(text.strip().split("\\s*,\\s*", -1));
  }

  /** The places of a list. */
  static List<LinkSelector> parseAll(String text) {
    List<LinkSelector> places = new ArrayList<>();
    for (String part : parts(text)) {
      places.add(
          parse(part)
              .orElseThrow(() ->
                  new UserInputException(
                      "'" + part + "': write node-node or a switch, such as leaf1-spine2,spine3")));
    }
    return List.copyOf(places);
  }

  /** The place of a word; empty if it is none. */
  static Optional<LinkSelector> parse(String word) {
    Matcher form = FORM.matcher(word.strip());
    return form.matches()
        ? Optional.of(new LinkSelector(form.group(1), Optional.ofNullable(form.group(2))))
        : Optional.empty();
  }

  /** The links between two nodes; empty if a word names none. */
  static Optional<LinkSelector> between(String a, String b) {
    return parse(a.strip() + "-" + b.strip());
  }

  /**
   * The links that it means, at least one.
   *
   * @param key setting that names it, for errors
   */
  public List<Link> links(Topology topology, SettingKey<?> key) {
    return leaving(topology, key).stream().map(Adjacency::link).distinct().toList();
  }

  /**
   * The ways out of its first nodes that it means, at least one.
   *
   * @param key setting that names it, for errors
   */
  List<Adjacency> leaving(Topology topology, SettingKey<?> key) {
    Set<Node> far = b.map(name -> nodes(topology, name, key)).orElse(Set.of());
    List<Adjacency> links =
        nodes(topology, a, key).stream()
            .flatMap(from -> topology.adjacencies(from).stream())
            .filter(out -> b.isEmpty() || far.contains(out.peer().node()))
            .toList();
    if (links.isEmpty()) {
      throw new UserInputException(
          key.name() + ": no link between " + a + " and " + b.orElse("any other node"));
    }
    return links;
  }

  /** The nodes of a name, which may have stars; at least one. */
  static Set<Node> nodes(Topology topology, String name, SettingKey<?> key) {
    if (name.indexOf(ANY) < 0) {
      return Set.of(node(topology, name, key));
    }
    Pattern wanted =
        Pattern.compile(
            Stream.of(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    Set<Node> found = new LinkedHashSet<>();
    Stream.concat(topology.hosts().stream(), topology.switches().stream())
        .filter(node -> wanted.matcher(node.name()).matches())
        .forEach(found::add);
    if (found.isEmpty()) {
      throw missing(topology, name, key);
    }
    return found;
  }

  private static Node node(Topology topology, String name, SettingKey<?> key) {
    return topology.node(name).orElseThrow(() -> missing(topology, name, key));
  }

  private static UserInputException missing(Topology topology, String name, SettingKey<?> key) {
    return new UserInputException(
        "%s: no node %s in %s, which has %s to %s"
            .formatted(
                key.name(),
                name,
                topology.name(),
                topology.switches().getFirst().name(),
                topology.switches().getLast().name()));
  }

  @Override
  public String toString() {
    return b.map(other -> a + "-" + other).orElse(a);
  }

  /**
   * A rate that some links have instead of the network's: a degraded cable, or one bought later.
   *
   * @param place which links
   * @param oneWay whether only packets from the place's first node have it
   * @param rateBps of each, bits per second, before dilation
   */
  public record LinkRate(LinkSelector place, boolean oneWay, long rateBps) {

    /** The rates of a setting's text. */
    public static List<LinkRate> parseAll(String text) {
      return LinkSelector.parts(text).stream().map(LinkRate::parse).toList();
    }

    private static LinkRate parse(String part) {
      int equals = part.indexOf('=');
      String links = equals < 0 ? "" : part.substring(0, equals);
      int arrow = links.indexOf('>');
      Optional<LinkSelector> place =
          arrow < 0
              ? LinkSelector.parse(links)
              : LinkSelector.between(links.substring(0, arrow), links.substring(arrow + 1));
      return place
          .map(found ->
              new LinkRate(
                  found, arrow >= 0, Quantities.bitsPerSecond(part.substring(equals + 1).strip())))
          .orElseThrow(() ->
              new UserInputException(
                  "'"
                      + part
                      + "': write node-node=rate, node>node=rate (one way) or switch=rate, such"
                      + " as leaf1-spine2=25Gbps"));
    }

    /** The network with these rates; where two name a link, the later holds. */
    public static Topology apply(List<LinkRate> rates, Topology topology) {
      if (rates.isEmpty()) {
        return topology;
      }
      Map<Integer, Long> byDirection = new HashMap<>();
      for (LinkRate rate : rates) {
        for (Adjacency out : rate.place.leaving(topology, SettingKeys.LINK_RATES)) {
          byDirection.put(out.direction(), rate.rateBps);
          if (!rate.oneWay) {
            byDirection.put(out.direction() ^ 1, rate.rateBps);
          }
        }
      }
      return topology.withRates(byDirection);
    }
  }
}
