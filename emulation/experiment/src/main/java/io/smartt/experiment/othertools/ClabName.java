package io.smartt.experiment.othertools;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.othertools.ClabFile.ClabNode;

/**
 * The name that a user gives a containerlab file: {@code lab.clab.yml}, with {@code
 * ,switches=leaf*+nokia_srlinux} and {@code ,hosts=client*} where the file does not show what a
 * node is.
 *
 * @param path of the file
 * @param switches names or kinds of nodes that are switches; a star stands for any letters
 * @param hosts the same for hosts
 */
public record ClabName(String path, List<String> switches, List<String> hosts) {
  private static final Pattern FORM =
      Pattern.compile("(.*?\\.ya?ml)((?:,.*)?)", Pattern.CASE_INSENSITIVE);

  /** Copies the lists. */
  public ClabName {
    switches = List.copyOf(switches);
    hosts = List.copyOf(hosts);
  }

  /** The file that a user's text names; empty if it names none of these. */
  public static Optional<ClabName> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    List<String> switches = List.of();
    List<String> hosts = List.of();
    for (String option : form.group(2).split(",", -1)) {
      String key = option.contains("=") ? option.substring(0, option.indexOf('=') + 1) : option;
      List<String> names = Arrays.asList(option.substring(key.length()).split("\\+", -1));
      switch (key) {
        case "" -> {}
        case "switches=" -> switches = both(switches, names);
        case "hosts=" -> hosts = both(hosts, names);
        default ->
            throw new UserInputException(
                "topology: %s: '%s' is no option; write switches=NAME+NAME or hosts=NAME+NAME"
                    .formatted(text, option));
      }
    }
    return Optional.of(new ClabName(form.group(1), switches, hosts));
  }

  private static List<String> both(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /**
   * Refuses a name that is of none of the file's nodes, such as a misspelt one.
   *
   * @throws UserInputException naming it
   */
  void requireUsed(Collection<ClabNode> nodes) {
    for (String name : both(switches, hosts)) {
      if (nodes.stream().noneMatch(node -> names(List.of(name), node))) {
        throw new UserInputException(
            "topology: %s: no node and no kind of a node is '%s'"
                .formatted(path, LinksText.printable(name)));
      }
    }
  }

  /** Returns what the user says of a node; empty if nothing. */
  Optional<ClabNode.Role> role(ClabNode node) {
    boolean isSwitch = names(switches, node);
    if (isSwitch && names(hosts, node)) {
      throw node.own().error("node " + node.name() + " is among switches= and hosts=");
    }
    return isSwitch
        ? Optional.of(ClabNode.Role.SWITCH)
        : names(hosts, node) ? Optional.of(ClabNode.Role.HOST) : Optional.empty();
  }

  private static boolean names(List<String> wanted, ClabNode node) {
    return wanted.stream()
        .anyMatch(name -> matches(name, node.name()) || matches(name, node.kind()));
  }

  static boolean matches(String wanted, String name) {
    return Pattern.matches(
        Arrays.stream(wanted.toLowerCase(Locale.ROOT).split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*")),
        name.toLowerCase(Locale.ROOT));
  }
}
