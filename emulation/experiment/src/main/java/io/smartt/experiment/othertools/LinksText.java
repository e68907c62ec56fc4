package io.smartt.experiment.othertools;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinksFile;
import io.smartt.experiment.othertools.OtherTools.ImportedNetwork;

/**
 * Writes a network of another tool as a {@code .links} file, and collects what to tell the user.
 */
final class LinksText {
  private static final int LONGEST = 400;

  private static final int NAMED = 8;

  private final String source;
  private final Set<String> hosts;
  private final Map<String, String> latencies = new LinkedHashMap<>();
  private final ForeignNames names;
  private final List<String> lines = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * An end of a link.
   *
   * @param node as the other tool names it
   * @param port its number, of a switch where the file says one
   */
  record End(String node, OptionalInt port) {}

  /**
   * @param source the file, for the notes
   * @param hosts in their order
   * @param switches in their order
   */
  LinksText(String source, Collection<String> hosts, Collection<String> switches) {
    this.source = source;
    this.hosts = new LinkedHashSet<>(hosts);
    switches.forEach(name -> latencies.put(name, LinksFile.DEFAULT));
    names = new ForeignNames(Stream.concat(hosts.stream(), switches.stream()).toList());
    note(count("switch", "switches", switches) + ", " + count("host", "hosts", hosts));
  }

  private static String count(String one, String more, Collection<String> all) {
    String shown =
        all.stream().limit(NAMED).map(LinksText::printable).collect(Collectors.joining(", "));
    return all.isEmpty()
        ? "no " + more
        : all.size()
            + " "
            + (all.size() == 1 ? one : more)
            + " ("
            + shown
            + (all.size() > NAMED ? ", ..." : "")
            + ")";
  }

  /** The name here of a node. */
  String name(String node) {
    return names.of(node);
  }

  /**
   * Adds a link.
   *
   * @param rate of a {@code .links} file, or {@link LinksFile#DEFAULT}
   * @param latency the same
   */
  void link(End a, End b, String rate, String latency) {
    String line = text(a) + " " + text(b);
    if (!latency.equals(LinksFile.DEFAULT)) {
      line += " " + rate + " " + latency;
    } else if (!rate.equals(LinksFile.DEFAULT)) {
      line += " " + rate;
    }
    lines.add(line);
  }

  private String text(End end) {
    String name = names.of(end.node);
    return hosts.contains(end.node) || end.port.isEmpty() ? name : name + ":" + end.port.getAsInt();
  }

  /** Sets a switch's latency. */
  void switchLatency(String node, String latency) {
    latencies.replace(node, latency);
  }

  /** Adds a line for the user; the end of a long one is left out. */
  void note(String text) {
    notes.add(printable(source + ": " + text));
  }

  /** Adds one that the user may copy, which is whole. Its names are those here. */
  void noteSetting(String text) {
    notes.add(printable(source) + ": " + text);
  }

  /** Says which nodes are not there. */
  void noteAlone(Collection<String> nodes) {
    if (!nodes.isEmpty()) {
      note("left out, since they have no link: " + String.join(", ", nodes));
    }
  }

  /** Says which keys of the file mean nothing here. */
  void noteUnused(Collection<String> keys) {
    if (!keys.isEmpty()) {
      note("no effect here: " + String.join(", ", keys));
    }
  }

  /** Says that a switch's ports have not the numbers that the file may have meant. */
  void noteOwnNumbers(String node) {
    note("ports of " + node + " are numbered in the order of its links");
  }

  /** The file; refuses a network in which no flow could be. */
  ImportedNetwork network(String name) {
    if (hosts.isEmpty()) {
      throw new UserInputException(
          printable(source)
              + (lines.isEmpty()
                  ? ": has no links; nodes without one are left out, so that no host is there"
                  : ": has no host; flows go from host to host"));
    }
    StringBuilder text = new StringBuilder("# from " + printable(source) + "\n");
    for (Map.Entry<String, String> other : names.changed().entrySet()) {
      String change = printable(other.getKey()) + " is " + other.getValue() + " here";
      note(change);
      text.append("# ").append(change).append('\n');
    }
    hosts.forEach(host -> text.append("host ").append(names.of(host)).append('\n'));
    latencies.forEach((node, latency) ->
        text.append("switch ").append(names.of(node)).append(' ').append(latency).append('\n'));
    lines.forEach(line -> text.append(line).append('\n'));
    return new ImportedNetwork(printable(source), name + LinksFile.ENDING, text.toString(), notes);
  }

  /**
   * Names of another tool's nodes as this program's: letters, digits and underscores, which
   * settings, files and commands take as they are. A name that is one already is kept.
   */
  static final class ForeignNames {
    /** Keywords of a {@code .links} file, and the service of a Compose file. */
    private static final Set<String> RESERVED = Set.of("host", "switch", "controller");

    private static final int LONGEST = 60;

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> changed = new LinkedHashMap<>();

    /** The names of nodes, those that need no change first so that they keep theirs. */
    ForeignNames(Iterable<String> given) {
      Set<String> taken = new HashSet<>();
      for (String name : given) {
        if (fit(name).equals(name)) {
          names.put(name, name);
          taken.add(name);
        }
      }
      for (String name : given) {
        if (!names.containsKey(name)) {
          String base = fit(name);
          String free = base;
          for (int i = 2; !taken.add(free); i++) {
            free = base + "_" + i;
          }
          names.put(name, free);
          changed.put(name, free);
        }
      }
    }

    private static String fit(String name) {
      String safe = name.replaceAll("[^A-Za-z0-9_]", "_");
      if (!safe.matches("[A-Za-z].*")) {
        safe = "n" + safe;
      }
      if (safe.length() > LONGEST) {
        safe = safe.substring(0, LONGEST);
      }
      return RESERVED.contains(safe) ? safe + "_" : safe;
    }

    /** The name here of a node. */
    String of(String given) {
      String name = names.get(given);
      if (name == null) {
        throw new IllegalArgumentException("no node " + given);
      }
      return name;
    }

    /** The names that are others here, by those given. */
    Map<String, String> changed() {
      return changed;
    }
  }

  /** Text of a user's file in a message or a comment: one line, without control characters. */
  static String printable(String given) {
    String line = given.replaceAll("[\\p{Cc}\\u2028\\u2029]", "?");
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
  }
}
