package io.smartt.emulation.cli.journey;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.emulation.p4tools.TraceJson;
import io.smartt.experiment.journey.Journey;
import io.smartt.experiment.journey.Journey.PacketName;
import io.smartt.experiment.journey.JourneyEvent;
import io.smartt.softswitch.QueueConfig;

/**
 * A journey for programs: {@code {"from": ..., "events": [{"timePs": ..., "event": ...}]}}. Times
 * are picoseconds, lengths bytes. Events in a P4 program are those of {@code smartt p4 trace
 * --json}.
 */
final class JourneyJson {
  private JourneyJson() {}

  static String of(Journey journey) {
    ObjectNode root =
        named(journey.packet(), journey.from(), journey.to()).put("whole", journey.whole());
    ArrayNode events = root.putArray("events");
    for (JourneyEvent event : journey.events()) {
      add(
          events
              .addObject()
              .put("timePs", event.timePs())
              .put("transmission", event.transmission()),
          event);
    }
    return root.toPrettyString() + System.lineSeparator();
  }

  /** The name of a packet, for what follows about it. */
  static ObjectNode named(PacketName packet, String from, String to) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("from", from)
        .put("to", to)
        .put("connection", packet.connection())
        .put("psn", Integer.toUnsignedLong(packet.psn()));
  }

  private static void add(ObjectNode json, JourneyEvent event) {
    switch (event) {
      case JourneyEvent.Sent sent ->
          window(
              json.put("event", "sent")
                  .put("host", sent.host())
                  .put("bytes", sent.bytes())
                  .put("entropy", sent.entropy())
                  .put("again", sent.again())
                  .putObject("window"),
              sent.window());
      case JourneyEvent.LostOnLink(var _, var _, var from) ->
          json.put("event", "lostOnLink").put("from", from);
      case JourneyEvent.EnteredSwitch(var _, var _, var name, var port, var bytes, var marked) ->
          json.put("event", "enteredSwitch")
              .put("switch", name)
              .put("port", port)
              .put("bytes", bytes)
              .put("marked", marked);
      case JourneyEvent.Met(var _, var _, var met) -> TraceJson.add(json, met);
      case JourneyEvent.Queued(var _, var _, var before, var bytes) ->
          queue(json.put("event", "queued").put("bytes", bytes).putObject("before"), before);
      case JourneyEvent.Dropped(var _, var _, var reason, var queue) -> {
        json.put("event", "dropped").put("reason", reason.key());
        queue.ifPresent(full -> queue(json.putObject("queue"), full));
      }
      case JourneyEvent.LeftSwitch left -> {
        json.put("event", "leftSwitch")
            .put("switch", left.name())
            .put("waitedPs", left.waitedPs())
            .put("bytes", left.bytes())
            .put("marked", left.markedHere());
        left.cutFrom().ifPresent(from -> json.put("trimmedFrom", from));
        queue(json.putObject("after"), left.after());
      }
      case JourneyEvent.Reached reached -> {
        json.put("event", "reached")
            .put("host", reached.host())
            .put("kind", reached.kind().key())
            .put("bytes", reached.bytes())
            .put("marked", reached.marked());
        if (!reached.signals().isEmpty()) {
          ObjectNode signals = json.putObject("signals");
          reached.signals().forEach((name, bits) -> signals.put(name, JourneyText.unsigned(bits)));
        }
      }
      case JourneyEvent.Answered(var _, var _, var host, var kind, var refusal, var mark) -> {
        json.put("event", "answered").put("host", host).put("kind", kind.key()).put("mark", mark);
        refusal.ifPresent(code -> json.put("refusal", JourneyText.refusal(code)));
      }
      case JourneyEvent.Heard(var _, var _, var host, var before, var after) -> {
        json.put("event", "heard").put("host", host);
        window(json.putObject("before"), before);
        window(json.putObject("after"), after);
      }
    }
  }

  private static void window(ObjectNode json, JourneyEvent.WindowState window) {
    json.put("windowBytes", window.windowBytes()).put("inFlightBytes", window.inFlightBytes());
  }

  private static void queue(ObjectNode json, JourneyEvent.QueueState queue) {
    json.put("port", queue.port())
        .put("queue", queue.queue())
        .put("depthPackets", queue.depthPackets())
        .put("depthBytes", queue.depthBytes());
    QueueConfig bounds = queue.bounds();
    if (bounds.capacityPackets() != QueueConfig.UNLIMITED) {
      json.put("capacityPackets", bounds.capacityPackets());
    }
    if (bounds.capacityBytes() != QueueConfig.UNLIMITED) {
      json.put("capacityBytes", bounds.capacityBytes());
    }
  }
}
