package io.smartt.experiment.trace.limit;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;

/**
 * The packets that are wanted, in words: {@code trimmed or nack}, {@code data and from h1 and not
 * marked}.
 */
public sealed interface PacketFilter {
  /**
   * Returns what an expression says.
   *
   * @throws UserInputException naming what was not understood
   */
  static PacketFilter parse(String text) {
    return text.strip().equals("all") ? new Every() : new PacketFilterParser(text).parse();
  }

  /**
   * Returns a filter that knows hosts by their addresses.
   *
   * @param hosts addresses by name
   * @throws UserInputException naming a host that is none
   */
  default Test bind(Map<String, Integer> hosts) {
    return switch (this) {
      case Every _ -> frame -> true;
      case Kind(FrameKind kind) -> frame -> frame.kind() == kind;
      case Marked _ -> frame -> frame.kind().isTransport() && isMarked(frame);
      case Again _ -> frame -> frame.kind().isRequest() && frame.isSentAgain();
      case Of(Optional<Boolean> source, String host) -> of(source, address(hosts, host));
      case Not(PacketFilter inner) -> {
        Test test = inner.bind(hosts);
        yield frame -> !test.takes(frame);
      }
      case Both(PacketFilter a, PacketFilter b) -> {
        Test first = a.bind(hosts);
        Test second = b.bind(hosts);
        yield frame -> first.takes(frame) && second.takes(frame);
      }
      case Either(PacketFilter a, PacketFilter b) -> {
        Test first = a.bind(hosts);
        Test second = b.bind(hosts);
        yield frame -> first.takes(frame) || second.takes(frame);
      }
    };
  }

  private static boolean isMarked(FrameView frame) {
    boolean answers = frame.kind() == FrameKind.ACK || frame.kind() == FrameKind.NACK;
    return frame.isCongestionExperienced() || (answers && frame.echoesMark());
  }

  private static Test of(Optional<Boolean> source, int ipv4) {
    return frame ->
        frame.kind().isTransport()
            && ((source.orElse(true) && frame.source() == ipv4)
                || (!source.orElse(false) && frame.destination() == ipv4));
  }

  private static int address(Map<String, Integer> hosts, String host) {
    return Optional.ofNullable(hosts.get(host))
        .orElseThrow(() ->
            new UserInputException(
                "capture.filter: '%s' is no host: there are %d, such as %s"
                    .formatted(
                        host,
                        hosts.size(),
                        hosts.keySet().stream().sorted().findFirst().orElse("none"))));
  }

  /** A filter that is ready. */
  @FunctionalInterface
  interface Test {
    /** Returns whether a packet is wanted. */
    boolean takes(FrameView frame);
  }

  /** Every packet. */
  record Every() implements PacketFilter {}

  /** Packets of a kind. */
  record Kind(FrameKind kind) implements PacketFilter {}

  /** Packets that bear CE, and answers that say so. */
  record Marked() implements PacketFilter {}

  /** Requests that are sent again. */
  record Again() implements PacketFilter {}

  /**
   * Packets of the transport from or to a host.
   *
   * @param source whether it is the sender (true) or the receiver; empty for either
   */
  record Of(Optional<Boolean> source, String host) implements PacketFilter {}

  /** Every packet that the other does not take. */
  record Not(PacketFilter inner) implements PacketFilter {}

  /** The packets that both take. */
  record Both(PacketFilter a, PacketFilter b) implements PacketFilter {}

  /** The packets that one of them takes. */
  record Either(PacketFilter a, PacketFilter b) implements PacketFilter {}

  /**
   * Reads {@code not}, {@code and}, {@code or}, parentheses and words, in that order of binding.
   */
  static final class PacketFilterParser {
    private static final String END = "";

    private final String text;
    private final List<String> words;
    private int at;

    PacketFilterParser(String text) {
      this.text = text;
      words =
          new ArrayList<>(
              List.of(text.replace("(", " ( ").replace(")", " ) ").strip().split("\\s+", -1)));
    }

    PacketFilter parse() {
      PacketFilter filter = either();
      if (at < words.size()) {
        throw wrong("'" + words.get(at) + "' is one too many: accepted are 'and' and 'or'");
      }
      return filter;
    }

    private PacketFilter either() {
      PacketFilter filter = both();
      while (take("or")) {
        filter = new PacketFilter.Either(filter, both());
      }
      return filter;
    }

    private PacketFilter both() {
      PacketFilter filter = one();
      while (take("and")) {
        filter = new PacketFilter.Both(filter, one());
      }
      return filter;
    }

    private PacketFilter one() {
      if (take("not")) {
        return new PacketFilter.Not(one());
      }
      if (take("(")) {
        PacketFilter inner = either();
        if (!take(")")) {
          throw wrong("a ')' is missing");
        }
        return inner;
      }
      String word = next();
      return switch (word) {
        case "marked" -> new PacketFilter.Marked();
        case "again" -> new PacketFilter.Again();
        case "from" -> new PacketFilter.Of(Optional.of(true), host(word));
        case "to" -> new PacketFilter.Of(Optional.of(false), host(word));
        case "host" -> new PacketFilter.Of(Optional.empty(), host(word));
        default -> kind(word);
      };
    }

    private PacketFilter kind(String word) {
      return Arrays.stream(FrameKind.values())
          .filter(kind -> kind.key().equals(word))
          .findFirst()
          .map(PacketFilter.Kind::new)
          .orElseThrow(() ->
              wrong(
                  (word.isEmpty() ? "it ends early" : "'" + word + "' is no word for packets")
                      + ": accepted are "
                      + Stream.concat(
                              Arrays.stream(FrameKind.values()).map(FrameKind::key),
                              Stream.of("marked", "again", "from HOST", "to HOST", "host HOST"))
                          .collect(Collectors.joining(", "))
                      + ", joined by and, or, not and parentheses"));
    }

    private String host(String word) {
      String name = next();
      if (name.equals(END)) {
        throw wrong("'" + word + "' without a host");
      }
      return name;
    }

    private boolean take(String word) {
      boolean there = at < words.size() && words.get(at).equals(word);
      if (there) {
        at++;
      }
      return there;
    }

    private String next() {
      return at < words.size() ? words.get(at++) : END;
    }

    private UserInputException wrong(String what) {
      return new UserInputException("'" + text + "' is no filter: " + what);
    }
  }
}
