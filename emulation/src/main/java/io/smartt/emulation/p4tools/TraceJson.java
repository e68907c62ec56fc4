package io.smartt.emulation.p4tools;

import module java.base;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.p4.bmv2.Bmv2Config.SourceLine;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.softswitch.explain.SwitchEvent;
import io.smartt.softswitch.explain.ValueFormat;

/**
 * The JSON of what happened to a packet, for programs: {@code {"events": [{"copy": 1, "event":
 * ...}]}}, in order. Values of the program are hexadecimal strings, since they may be wider than
 * JSON's numbers.
 */
public final class TraceJson {
  private TraceJson() {}

  /** Everything that happened. */
  public static String of(List<SwitchEvent> events) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode array = root.putArray("events");
    for (SwitchEvent event : events) {
      add(array.addObject().put("copy", event.copy()), event);
    }
    return root.toPrettyString();
  }

  private static void add(ObjectNode json, SwitchEvent event) {
    switch (event) {
      case SwitchEvent.IngressBegan(var _, var kind, var port, var bytes) ->
          json.put("event", "ingress").put("kind", kind).put("port", port).put("bytes", bytes);
      case SwitchEvent.Met(var _, var met) -> add(json, met);
      case SwitchEvent.Cloned(var _, var from, var kind, var session) ->
          json.put("event", "clone").put("of", from).put("kind", kind).put("session", session);
      case SwitchEvent.Replicated(var _, var from, var group) ->
          json.put("event", "replica").put("of", from).put("group", group);
      case SwitchEvent.CloneLost(var _, var session) ->
          json.put("event", "cloneLost").put("session", session);
      case SwitchEvent.Digested(var _, var name, var fields) -> {
        json.put("event", "digest").put("digest", name);
        values(json.putObject("fields"), fields);
      }
      case SwitchEvent.GoesRound(var _, var how) -> json.put("event", "then").put("how", how);
      case SwitchEvent.Queued(var _, var port, var priority) ->
          json.put("event", "queue").put("port", port).put("priority", priority);
      case SwitchEvent.EgressBegan(var _, var port, var instance, var waiting) ->
          json.put("event", "egress")
              .put("port", port)
              .put("instance", instance)
              .put("waiting", waiting);
      case SwitchEvent.Dropped(var _, var why) -> json.put("event", "dropped").put("why", why);
      case SwitchEvent.Sent(var _, var port, var bytes) ->
          json.put("event", "sent")
              .put("port", port)
              .put("packet", HexFormat.of().formatHex(bytes.toByteArray()));
    }
  }

  /** Writes one event of a program into an object. */
  public static void add(ObjectNode json, TraceEvent event) {
    switch (event) {
      case TraceEvent.ParserState(var state) -> json.put("event", "state").put("state", state);
      case TraceEvent.Extracted(var header, var fields) -> {
        json.put("event", "extract").put("header", header);
        values(json.putObject("fields"), fields);
      }
      case TraceEvent.ParserAssigned(var changes) -> {
        json.put("event", "parserAssign");
        changes(json, changes);
      }
      case TraceEvent.ParserEnded(var error, var bytes) ->
          json.put("event", "parsed").put("error", error).put("bytes", bytes);
      case TraceEvent.ChecksumNotDue(var field) ->
          json.put("event", "checksum").put("field", field).putNull("right");
      case TraceEvent.ChecksumVerified(var field, var right) ->
          json.put("event", "checksum").put("field", field).put("right", right);
      case TraceEvent.Condition(var text, var holds, var source) -> {
        json.put("event", "condition").put("text", text).put("holds", holds);
        source(json, source);
      }
      case TraceEvent.Lookup(var table, var key, var entry, var source) -> {
        json.put("event", "lookup").put("table", table).put("hit", entry.isPresent());
        values(json.putObject("key"), key);
        entry.ifPresent(hit -> json.put("entry", ValueFormat.of(hit, key)));
        source(json, source);
      }
      case TraceEvent.ActionStarted(var action, var arguments) -> {
        json.put("event", "action").put("action", action);
        values(json.putObject("arguments"), arguments);
      }
      case TraceEvent.Step(var text, var changes, var source) -> {
        json.put("event", "step").put("text", text);
        changes(json, changes);
        source(json, source);
      }
      case TraceEvent.ChecksumsUpdated(var changes) -> {
        json.put("event", "checksumUpdate");
        changes(json, changes);
      }
      case TraceEvent.Deparsed(var headers) ->
          headers.forEach(json.put("event", "deparse").putArray("headers")::add);
    }
  }

  /** Adds the place in the P4 source, and what the compiler quotes of it. */
  private static void source(ObjectNode json, Optional<SourceLine> source) {
    source.ifPresent(at -> json.put("source", at.toString()).put("code", at.fragment()));
  }

  private static void values(ObjectNode json, List<TraceEvent.FieldValue> values) {
    values.forEach(value -> json.put(value.name(), hex(value.value())));
  }

  private static void changes(ObjectNode json, List<TraceEvent.FieldChange> changes) {
    ArrayNode array = json.putArray("changes");
    for (TraceEvent.FieldChange change : changes) {
      array
          .addObject()
          .put("field", change.field())
          .put("before", hex(change.before()))
          .put("after", hex(change.after()));
    }
  }

  private static String hex(Bits bits) {
    return "0x" + bits.value().toString(16);
  }
}
