package io.smartt.emulation.cli.journey;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.experiment.journey.CaptureSearch.CapturedJourney;
import io.smartt.experiment.journey.CaptureSearch.CapturedJourney.Seen;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import java.util.Locale;

/** The text of what captures have of a packet's way, for people and for programs. */
final class CapturedText {
  private static final double NS_PER_US = 1e3;

  private CapturedText() {}

  /**
   * Returns text for a person to read from top to bottom; times count from the first sight of the
   * packet.
   */
  static String of(CapturedJourney journey) {
    StringBuilder text = new StringBuilder();
    text.append(JourneyText.title(journey.packet(), journey.from(), journey.to()));
    text.append(", as captured%n".formatted());
    text.append(
        "Captures have no tables, queues and windows: what is between two lines is not known.%n%n"
            .formatted());
    long startNs = journey.seen().getFirst().timeNs();
    for (int i = 0; i < journey.seen().size(); i++) {
      Seen now = journey.seen().get(i);
      text.append(
          String.format(
              Locale.ROOT,
              "%13.3f us  %s%n",
              (now.timeNs() - startNs) / NS_PER_US,
              sentence(now) + since(journey, i) + (now.again() ? " (sent again)" : "")));
    }
    if (journey.seen().getLast().isPacket()) {
      text.append("%nNo answer to it was captured.%n".formatted());
    }
    return text.toString();
  }

  private static String sentence(Seen seen) {
    String what =
        switch (seen.kind()) {
          case ACK -> "an ACK that answers it";
          case NACK -> "a NACK: " + seen.refusal().map(JourneyText::refusal).orElse("");
          default -> "%,d B with entropy %d".formatted(seen.bytes(), seen.entropy());
        };
    return seen.place()
        + seen.direction()
            .map(way -> way == Direction.INBOUND ? " receives " : " sends ")
            .orElse(" has ")
        + what;
  }

  /**
   * Returns what is different from the sight before, and how long a node had it by its own clock.
   */
  private static String since(CapturedJourney journey, int at) {
    Seen now = journey.seen().get(at);
    if (at == 0) {
      return now.marked() ? ", marked" : "";
    }
    Seen before = journey.seen().get(at - 1);
    boolean sameFrame = before.isPacket() == now.isPacket() && before.entropy() == now.entropy();
    if (!sameFrame) {
      return now.isPacket() && now.marked() ? ", marked" : "";
    }
    StringBuilder text = new StringBuilder();
    if (before.node().equals(now.node())) {
      text.append(
          String.format(
              Locale.ROOT, " after %.3f us", (now.timeNs() - before.timeNs()) / NS_PER_US));
    }
    if (now.kind() == FrameKind.TRIMMED && before.kind() == FrameKind.DATA) {
      text.append(", TRIMMED from %,d B".formatted(before.bytes()));
    }
    if (now.isPacket() && now.marked()) {
      text.append(before.marked() ? ", marked before" : ", MARKED (ECN CE)");
    }
    return text.toString();
  }

  /**
   * Returns JSON for programs: {@code {"from": ..., "seen": [{"timeNs": ..., "interface": ...}]}}.
   */
  static String json(CapturedJourney journey) {
    ObjectNode root = JourneyJson.named(journey.packet(), journey.from(), journey.to());
    ArrayNode all = root.putArray("seen");
    for (Seen seen : journey.seen()) {
      ObjectNode one =
          all.addObject()
              .put("timeNs", seen.timeNs())
              .put("interface", seen.place())
              .put("kind", seen.kind().key())
              .put("bytes", seen.bytes())
              .put("entropy", seen.entropy())
              .put("marked", seen.marked())
              .put("again", seen.again());
      seen.direction().ifPresent(way -> one.put("direction", way.name().toLowerCase(Locale.ROOT)));
      seen.refusal().ifPresent(code -> one.put("refusal", JourneyText.refusal(code)));
    }
    return root.toPrettyString() + System.lineSeparator();
  }
}
