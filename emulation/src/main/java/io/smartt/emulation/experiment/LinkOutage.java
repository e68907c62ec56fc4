package io.smartt.emulation.experiment;

import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Node;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A link that fails while traffic runs. What is sent into it is lost; the switches at its ends are
 * not told, as in the time before a fabric's routing has converged.
 *
 * @param a one end, by name
 * @param b the other
 * @param fromPs when it fails, before dilation
 * @param toPs when it comes back, before dilation; empty if it does not
 */
public record LinkOutage(String a, String b, long fromPs, OptionalLong toPs) {
  private static final Pattern FORM =
      Pattern.compile("\\s*([^-@,\\s]+)-([^-@,\\s]+)@([^.,]+(?:\\.\\d+[^.,]*)?)(?:\\.\\.([^,]+))?");
  private static final String NONE = "none";

  /** The outages of a setting's text: {@code none}, or several with commas between. */
  static List<LinkOutage> parseAll(String text) {
    List<LinkOutage> outages = new ArrayList<>();
    if (!text.strip().equals(NONE)) {
      for (String part : text.split(",", -1)) {
        outages.add(parse(part));
      }
    }
    return List.copyOf(outages);
  }

  private static LinkOutage parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new UserInputException(
          "'" + text.strip() + "': write node-node@from..to, such as leaf1-spine2@100us..1ms");
    }
    long from = Quantities.picoseconds(form.group(3));
    OptionalLong to =
        form.group(4) == null
            ? OptionalLong.empty()
            : OptionalLong.of(Quantities.picoseconds(form.group(4)));
    if (to.isPresent() && to.getAsLong() <= from) {
      throw new UserInputException(
          "'" + text.strip() + "': the link comes back before it has failed");
    }
    return new LinkOutage(form.group(1), form.group(2), from, to);
  }

  /** The link that it means. */
  Link link(Topology topology) {
    Node from = node(topology, a);
    node(topology, b);
    return topology.adjacencies(from).stream()
        .filter(out -> out.peer().node().name().equals(b))
        .map(Adjacency::link)
        .findFirst()
        .orElseThrow(() ->
            new UserInputException(
                SettingKeys.LINK_FAILURES.name() + ": no link between " + a + " and " + b));
  }

  private static Node node(Topology topology, String name) {
    return topology
        .node(name)
        .orElseThrow(() ->
            new UserInputException(
                SettingKeys.LINK_FAILURES.name()
                    + ": no node "
                    + name
                    + " in "
                    + topology.name()
                    + ", which has "
                    + topology.switches().getFirst().name()
                    + " to "
                    + topology.switches().getLast().name()));
  }
}
