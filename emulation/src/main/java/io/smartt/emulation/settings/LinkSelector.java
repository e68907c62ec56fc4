package io.smartt.emulation.settings;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Node;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Links as settings name them: those between two nodes, or all of a switch.
 *
 * @param a a node, by name
 * @param b the other end; empty for all links of a switch
 */
public record LinkSelector(String a, Optional<String> b) {
  private static final String NAME = "[^-@=>.,\\s]+";
  private static final Pattern FORM = Pattern.compile("(" + NAME + ")(?:-(" + NAME + "))?");
  private static final String NONE = "none";

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
    return leaving(topology, key).stream().map(Adjacency::link).toList();
  }

  /**
   * The ways out of its first node that it means, at least one.
   *
   * @param key setting that names it, for errors
   */
  List<Adjacency> leaving(Topology topology, SettingKey<?> key) {
    Node from = node(topology, a, key);
    b.ifPresent(name -> node(topology, name, key));
    List<Adjacency> links =
        topology.adjacencies(from).stream()
            .filter(out -> b.isEmpty() || out.peer().node().name().equals(b.get()))
            .toList();
    if (links.isEmpty()) {
      throw new UserInputException(
          key.name() + ": no link between " + a + " and " + b.orElse("any other node"));
    }
    return links;
  }

  private static Node node(Topology topology, String name, SettingKey<?> key) {
    return topology
        .node(name)
        .orElseThrow(() ->
            new UserInputException(
                key.name()
                    + ": no node "
                    + name
                    + " in "
                    + topology.name()
                    + ", which has "
                    + topology.switches().getFirst().name()
                    + " to "
                    + topology.switches().getLast().name()));
  }

  @Override
  public String toString() {
    return b.map(other -> a + "-" + other).orElse(a);
  }
}
