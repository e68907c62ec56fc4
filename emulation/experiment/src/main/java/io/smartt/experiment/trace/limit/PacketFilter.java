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
      case Again _ -> frame -> isRequest(frame) && frame.isSentAgain();
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

  private static boolean isRequest(FrameView frame) {
    return frame.kind() == FrameKind.DATA || frame.kind() == FrameKind.TRIMMED;
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

  /** Returns the word of a kind. */
  static String word(FrameKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
