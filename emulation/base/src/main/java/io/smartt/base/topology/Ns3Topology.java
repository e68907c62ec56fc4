package io.smartt.base.topology;

import module java.base;

import io.smartt.base.input.SourceLine;
import io.smartt.base.input.UserInputException;

/**
 * Reads topology files of HPCC's ns-3 simulator, by way of a {@code .links} file with the same
 * lines: numbers of nodes, switches and links; the switches; then source, destination, rate, delay
 * and error rate of each link. Host 7 is {@code n7}, switch 7 is {@code s7}. Switches take no time,
 * and what follows the last link is not read, as there.
 */
public final class Ns3Topology {
  private static final Pattern BEGINNING =
      Pattern.compile("\\s*\\d+[ \\t]+\\d+[ \\t]+\\d+[ \\t\\r]*$", Pattern.MULTILINE);
  private static final int MOST_NODES = 1 << 20;
  private static final int MOST_LINKS = 1 << 24;
  private static final String HOST = "n";

  private Ns3Topology() {}

  /** Returns whether a text is one of these: its first line is three whole numbers. */
  public static boolean isOne(String text) {
    return BEGINNING.matcher(text).lookingAt();
  }

  /** Returns the name of the host with a number. */
  public static String host(long node) {
    return HOST + node;
  }

  /** Returns whether all hosts of a network have names that such a file gives. */
  public static boolean isNumbered(Topology network) {
    return network.hosts().stream().allMatch(host -> host.name().matches(HOST + "\\d+"));
  }

  /**
   * The network that a file's text describes.
   *
   * @param file its name, which is also the topology's, for errors
   * @param text all of it, one that {@link #isOne}
   */
  public static Topology parse(String file, String text) {
    List<SourceLine> lines = SourceLine.split(file, text);
    SourceLine counts = lines.getFirst();
    int nodes = (int) counts.wholeNumber(0, "nodes", 2, MOST_NODES);
    int switches = (int) counts.wholeNumber(1, "switches", 1, nodes - 1);
    int links = (int) counts.wholeNumber(2, "links", 1, MOST_LINKS);
    if (lines.size() < 2 + links) {
      throw new UserInputException(
          "%s:%d: links is %d, but link lines: %d"
              .formatted(file, counts.number(), links, Math.max(0, lines.size() - 2)));
    }
    SortedSet<Long> numbers = switches(lines.get(1), switches, nodes);
    StringBuilder same = new StringBuilder();
    int written = 0;
    for (SourceLine line : lines.subList(2, 2 + links)) {
      // An error of the other reader names the line of this file.
      same.append("\n".repeat(line.number() - 1 - written)).append(link(line, numbers, nodes));
      written = line.number() - 1;
    }
    same.append('\n');
    IntStream.range(0, nodes)
        .filter(node -> !numbers.contains((long) node))
        .forEach(node -> same.append("host ").append(host(node)).append('\n'));
    return LinksFile.parse(file, same.toString(), new LinkDefaults(1, 0, 0));
  }

  private static SortedSet<Long> switches(SourceLine line, int count, int nodes) {
    if (line.words().size() != count) {
      throw line.error(
          "expected the numbers of " + count + " switches, found " + line.words().size());
    }
    SortedSet<Long> numbers = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      if (!numbers.add(line.wholeNumber(i, "switch", 0, nodes - 1L))) {
        throw line.error("switch " + line.words().get(i) + " is there twice");
      }
    }
    return numbers;
  }

  private static String link(SourceLine line, SortedSet<Long> switches, int nodes) {
    List<String> words = line.words();
    if (words.size() != 5) {
      throw line.error(
          "expected a link, such as '0 2 100Gbps 1us 0' (nodes, rate, delay, error rate), found '"
              + String.join(" ", words)
              + "'");
    }
    String a = name(line.wholeNumber(0, "node", 0, nodes - 1L), switches);
    String b = name(line.wholeNumber(1, "node", 0, nodes - 1L), switches);
    if (!words.get(4).matches("0*+(\\.0*)?")) {
      throw line.error(
          "error rate is %s: write 0 here, and --set link.failures=%s-%s=loss:%s"
              .formatted(words.get(4), a, b, words.get(4)));
    }
    return String.join(" ", a, b, words.get(2), words.get(3));
  }

  private static String name(long node, SortedSet<Long> switches) {
    return switches.contains(node) ? "s" + node : host(node);
  }
}
