package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;

/** A command that somebody has a host run. */
final class HostCommand {
  private static final Pattern WORD = Pattern.compile("(?<!\\S)\\S+(?!\\S)");
  private static final int PINGS = 4;
  private static final int MOST_PINGS = 10_000;
  private static final List<String> ENDS = List.of("-c", "-w", "-V", "-h");

  private HostCommand() {}

  /**
   * A ping of the shell's own.
   *
   * @param to the host
   */
  record Ping(String to, int count) {}

  /** The ping that a command is; empty for another command. */
  static Optional<Ping> ping(String command) {
    List<String> words = List.of(command.split("\\s+"));
    if (!words.getFirst().equals("ping")) {
      return Optional.empty();
    }
    if (words.size() == 2) {
      return Optional.of(new Ping(words.get(1), PINGS));
    }
    if (words.size() == 4 && words.get(1).equals("-c")) {
      return Optional.of(new Ping(words.get(3), count(words.get(2))));
    }
    throw new UserInputException("a virtual host pings so: ping [-c N] HOST");
  }

  private static int count(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count > 0 && count <= MOST_PINGS) {
        return count;
      }
    } catch (NumberFormatException e) {
      throw new UserInputException("ping: -c " + text + " is no number", e);
    }
    throw new UserInputException("ping: -c " + text + ", accepted are 1 to " + MOST_PINGS);
  }

  /**
   * A command with addresses for names of hosts, where they are whole words. A ping that would go
   * on for ever ends after four.
   */
  static String withAddresses(String command, Topology topology) {
    String addressed =
        WORD.matcher(command)
            .replaceAll((MatchResult word) -> {
              String text = word.group();
              return Matcher.quoteReplacement(
                  topology
                      .node(text)
                      .filter(Host.class::isInstance)
                      .map(Host.class::cast)
                      .map(Host::ipv4Text)
                      .orElse(text));
            });
    List<String> words = List.of(addressed.split("\\s+"));
    return words.getFirst().equals("ping") && words.stream().noneMatch(ENDS::contains)
        ? "ping -c " + PINGS + addressed.substring("ping".length())
        : addressed;
  }
}
