package io.smartt.emulation.cli.journey;

import module java.base;

import io.smartt.emulation.p4tools.TraceText;
import io.smartt.experiment.journey.Journey;
import io.smartt.experiment.journey.Journey.PacketName;
import io.smartt.experiment.journey.JourneyEvent;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.host.wire.PdsNack;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.explain.SwitchEvent;

/** A journey for a person to read from top to bottom. */
final class JourneyText {
  private static final double PS_PER_US = 1e6;
  private static final String INDENT = " ".repeat(17);

  private final boolean full;
  private final StringBuilder text = new StringBuilder();
  private final List<SwitchEvent> program = new ArrayList<>();
  private int transmission;

  private JourneyText(boolean full) {
    this.full = full;
  }

  /**
   * The journey.
   *
   * @param full whether with parser, checksums and every step of the program
   */
  static String of(Journey journey, boolean full) {
    JourneyText text = new JourneyText(full);
    text.text.append(title(journey.packet(), journey.from(), journey.to()) + "%n".formatted());
    journey.events().forEach(text::add);
    text.endProgram();
    if (!journey.whole()) {
      text.text.append("%nThe run ended before the sender heard that it arrived.%n".formatted());
    }
    return text.text.toString();
  }

  static String title(PacketName packet, String from, String to) {
    return "%s to %s, connection %d, packet %d"
        .formatted(from, to, packet.connection(), Integer.toUnsignedLong(packet.psn()));
  }

  private void add(JourneyEvent event) {
    if (event instanceof JourneyEvent.Met(var _, var _, var met)) {
      (full ? Optional.of(met) : decision(met))
          .ifPresent(shown -> program.add(new SwitchEvent.Met(1, shown)));
      return;
    }
    endProgram();
    if (event instanceof JourneyEvent.Sent && event.transmission() != transmission) {
      transmission = event.transmission();
      text.append("%n".formatted());
    }
    text.append("%13.6f us  %s%n".formatted(event.timePs() / PS_PER_US, sentence(event)));
  }

  private void endProgram() {
    if (!program.isEmpty()) {
      TraceText.of(program).lines().forEach(line -> text.append(INDENT).append(line).append('\n'));
      program.clear();
    }
  }

  private static String sentence(JourneyEvent event) {
    return switch (event) {
      case JourneyEvent.Sent sent ->
          "%s sends %s%,d B with entropy %d; %s"
              .formatted(
                  sent.host(),
                  sent.again() ? "it again (transmission " + sent.transmission() + "), " : "",
                  sent.bytes(),
                  sent.entropy(),
                  window(sent.window()));
      case JourneyEvent.LostOnLink(var _, var _, var from) ->
          "LOST on the link from " + from + ": the link was down or lost it";
      case JourneyEvent.EnteredSwitch(var _, var _, var name, var port, var bytes, var marked) ->
          "%s takes it in by port %d, %,d B%s"
              .formatted(name, port, bytes, marked ? ", marked before" : "");
      case JourneyEvent.Met _ -> throw new IllegalStateException("shown with the program");
      case JourneyEvent.Queued(var _, var _, var before, var bytes) ->
          "queue %d of port %d takes %,d B of it; %s"
              .formatted(before.queue(), before.port(), bytes, depth(before, " before it"));
      case JourneyEvent.Dropped(var _, var _, var reason, var queue) ->
          "DROPPED (%s)%s"
              .formatted(
                  reason.text(),
                  queue
                      .map(full ->
                          ": queue %d of port %d has no room, %s"
                              .formatted(full.queue(), full.port(), depth(full, " in it")))
                      .orElse(""));
      case JourneyEvent.LeftSwitch left ->
          "%s sends it by port %d after %.3f us in queue %d, %,d B%s%s; %s"
              .formatted(
                  left.name(),
                  left.after().port(),
                  left.waitedPs() / PS_PER_US,
                  left.after().queue(),
                  left.bytes(),
                  left.cutFrom().map(from -> ", TRIMMED from %,d B".formatted(from)).orElse(""),
                  left.markedHere() ? ", MARKED (ECN CE)" : "",
                  depth(left.after(), " behind it"));
      case JourneyEvent.Reached reached ->
          "%s receives it, %,d B%s%s%s"
              .formatted(
                  reached.host(),
                  reached.bytes(),
                  reached.kind() == FrameKind.TRIMMED ? ", trimmed" : "",
                  reached.marked() ? ", marked" : "",
                  signals(reached.signals()));
      case JourneyEvent.Answered(var _, var _, var host, var kind, var refusal, var mark) ->
          "%s answers with %s%s%s"
              .formatted(
                  host,
                  kind == FrameKind.NACK ? "a NACK" : "an ACK",
                  refusal.map(code -> ": " + refusal(code)).orElse(""),
                  mark ? ", which says that it was marked" : "");
      case JourneyEvent.Heard(var _, var _, var host, var before, var after) ->
          "%s hears it: window %,d -> %,d B, in flight %,d -> %,d B"
              .formatted(
                  host,
                  before.windowBytes(),
                  after.windowBytes(),
                  before.inFlightBytes(),
                  after.inFlightBytes());
    };
  }

  private static String signals(SequencedMap<String, Long> signals) {
    return signals.isEmpty()
        ? ""
        : signals.entrySet().stream()
            .map(signal -> "%s %,d".formatted(signal.getKey(), unsigned(signal.getValue())))
            .collect(Collectors.joining(", ", "; ", ""));
  }

  static BigInteger unsigned(long signal) {
    return new BigInteger(Long.toUnsignedString(signal));
  }

  private static String window(JourneyEvent.WindowState window) {
    return "window %,d B, %,d B in flight".formatted(window.windowBytes(), window.inFlightBytes());
  }

  private static String depth(JourneyEvent.QueueState queue, String where) {
    return "%,d packets, %,d B%s, room for %s"
        .formatted(queue.depthPackets(), queue.depthBytes(), where, room(queue.bounds()));
  }

  private static String room(QueueConfig bounds) {
    List<String> parts = new ArrayList<>();
    if (bounds.capacityPackets() != QueueConfig.UNLIMITED) {
      parts.add("%,d packets".formatted(bounds.capacityPackets()));
    }
    if (bounds.capacityBytes() != QueueConfig.UNLIMITED) {
      parts.add("%,d B".formatted(bounds.capacityBytes()));
    }
    return parts.isEmpty() ? "any" : String.join(" and ", parts);
  }

  /** The names of the specification. */
  static String refusal(int code) {
    return switch (code) {
      case PdsNack.TRIMMED -> "trimmed";
      case PdsNack.TRIMMED_LASTHOP -> "trimmed at the last hop";
      case PdsNack.NO_PDC_AVAILABLE -> "no connection is free";
      case PdsNack.NO_PACKET_BUFFER -> "no buffer is free";
      case PdsNack.ROD_OUT_OF_ORDER -> "out of order";
      case PdsNack.PACKET_NOT_RECEIVED -> "not received";
      case PdsNack.RECEIVER_INFERS_LOSS -> "taken for lost";
      default -> String.format(Locale.ROOT, "code 0x%02x", code);
    };
  }

  /**
   * The decision of a P4 program that an event is; empty if none. Decisions are its tables, actions
   * and conditions, and what they changed in headers and standard metadata. Not how it read the
   * packet, and not what p4c made for itself: tables without a key around statements outside of
   * actions ({@code tbl_NAME}, whose action has no control in its name), and local variables
   * ({@code scalars.NAME}) but those that a register was read into.
   */
  private static Optional<TraceEvent> decision(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Lookup(var table, var key, var _, var _)
          when key.isEmpty() && table.startsWith("tbl_") ->
          Optional.empty();
      case TraceEvent.ActionStarted(var action, var _) when !action.contains(".") ->
          Optional.empty();
      case TraceEvent.Lookup _, TraceEvent.ActionStarted _, TraceEvent.Condition _ ->
          Optional.of(event);
      // What a program keeps between packets is what it compares.
      case TraceEvent.Step(var text, var _, var _) when text.startsWith("register_read") ->
          Optional.of(event);
      case TraceEvent.Step(var text, var changes, var source) -> {
        List<TraceEvent.FieldChange> lasting =
            changes.stream().filter(change -> !change.field().startsWith("scalars.")).toList();
        yield lasting.isEmpty()
            ? Optional.empty()
            : Optional.of(new TraceEvent.Step(text, lasting, source));
      }
      case TraceEvent.ChecksumVerified(var _, var right) when !right -> Optional.of(event);
      default -> Optional.empty();
    };
  }
}
