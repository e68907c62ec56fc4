package io.smartt.softswitch.standalone;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.SourceLine;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.softswitch.explain.SwitchEvent;
import io.smartt.softswitch.explain.ValueFormat;
import io.smartt.softswitch.standalone.SwitchLog.Level;

/**
 * The lines of simple_switch's log, in its words and at its levels, which people know and search:
 * p4lang/behavioral-model 9674187f, src/bm_sim/parser.cpp:1130-1159, match_units.cpp:783,
 * tables.cpp:31, match_tables.cpp:113-126, actions.cpp:409-416, conditionals.cpp:36,
 * checksums.cpp:89-113, deparser.cpp:65-91, pipeline.cpp:27-40 and
 * targets/simple_switch/simple_switch.cpp:385-737. An entry has no handle here: a hit names what it
 * matches.
 */
final class TraceLines {
  private static final String PARSER = "Parser 'parser'";
  private static final String INGRESS = "Pipeline 'ingress'";
  private static final String EGRESS = "Pipeline 'egress'";
  private static final String DEPARSER = "Deparser 'deparser'";

  private final BiConsumer<Level, String> out;
  private String section = "";
  private boolean lookedUp;
  private boolean cloning;

  TraceLines(BiConsumer<Level, String> out) {
    this.out = out;
  }

  void add(SwitchEvent event) {
    switch (event) {
      case SwitchEvent.IngressBegan(var _, var _, var port, var _) -> {
        leave();
        debug("Processing packet received on port " + port);
        enter(PARSER);
      }
      case SwitchEvent.Met(var _, var met) -> add(met);
      case SwitchEvent.Cloned(var _, var _, var kind, var session) -> {
        leave();
        cloning = kind.startsWith("ingress");
        debug(
            "Cloning packet at %s, session %d".formatted(cloning ? "ingress" : "egress", session));
      }
      case SwitchEvent.Replicated(var _, var _, var group) ->
          debug("Replicating packet, multicast group " + group);
      case SwitchEvent.CloneLost(var _, var session) ->
          debug("Clone session %d makes no copies".formatted(session));
      case SwitchEvent.Digested(var _, var name, var fields) ->
          trace(
              Optional.empty(),
              "Learning sample for digest '%s': %s".formatted(name, ValueFormat.of(fields, " = ")));
      case SwitchEvent.GoesRound(var _, var how) -> {
        endControl();
        debug(
            switch (how.charAt(2)) {
              case 's' -> "Resubmitting packet";
              case 'c' -> "Recirculating packet";
              default -> "Multicast requested for packet: " + how;
            });
      }
      case SwitchEvent.Queued(var _, var port, var _) -> {
        endControl();
        debug("Egress port is " + port);
      }
      case SwitchEvent.EgressBegan(var _, var _, var _, var _) -> enter(EGRESS);
      case SwitchEvent.Dropped(var _, var why) -> {
        boolean byIngress = why.startsWith("ingress ended");
        boolean byEgress = why.startsWith("egress ended");
        endControl();
        if (byIngress) {
          // The only number in it is the port that drops.
          debug("Egress port is " + why.replaceAll("\\D", ""));
        }
        debug(
            byIngress || byEgress
                ? "Dropping packet at the end of " + (byIngress ? "ingress" : "egress")
                : "Dropping packet: " + why);
      }
      case SwitchEvent.Sent(var _, var port, var bytes) -> {
        leave();
        debug("Transmitting packet of size %d out of port %d".formatted(bytes.size(), port));
      }
    }
  }

  private void add(TraceEvent event) {
    switch (event) {
      case TraceEvent.ParserState(var state) -> {
        enter(PARSER);
        debug("Parser 'parser' entering state '" + state + "'");
      }
      case TraceEvent.Extracted(var header, var _) -> debug("Extracting header '" + header + "'");
      case TraceEvent.ParserAssigned(var changes) ->
          changes.forEach(change ->
              debug(
                  "Parser set: setting field '%s' to %s"
                      .formatted(change.field(), hex(change.after()))));
      case TraceEvent.ParserEnded(var error, var bytes) -> {
        if (!error.equals("NoError")) {
          out.accept(Level.ERROR, "Exception while parsing: " + error);
        }
        trace(Optional.empty(), "Bytes parsed: " + bytes);
        if (cloning) {
          leave();
          cloning = false;
        }
      }
      case TraceEvent.ChecksumNotDue(var field) ->
          trace(
              Optional.empty(),
              "Skipping checksum '%s' verification because condition not met".formatted(field));
      case TraceEvent.ChecksumVerified(var field, var right) ->
          debug("Verified checksum '%s': %s".formatted(field, right ? "passed" : "failed"));
      case TraceEvent.Condition(var text, var holds, var source) -> {
        control();
        trace(source, "Condition \"%s\" (%s) is %s".formatted(fragment(source, text), text, holds));
      }
      case TraceEvent.Lookup(var table, var key, var entry, var source) -> {
        control();
        trace(source, "Applying table '" + table + "'");
        if (!key.isEmpty()) {
          debug("Looking up key:" + key(key));
        }
        debug(
            "Table '%s': %s"
                .formatted(
                    table,
                    entry.map(hit -> "hit with entry " + ValueFormat.of(hit, key)).orElse("miss")));
        lookedUp = true;
      }
      case TraceEvent.ActionStarted(var action, var arguments) -> {
        control();
        if (lookedUp) {
          debug("Action entry is %s - %s".formatted(action, data(arguments)));
        }
        lookedUp = false;
        trace(Optional.empty(), "Action " + action);
      }
      case TraceEvent.Step(var text, var changes, var source) ->
          trace(
              source,
              "Primitive "
                  + fragment(source, text)
                  + changes.stream()
                      .map(change ->
                          " [%s: %s -> %s]"
                              .formatted(change.field(), hex(change.before()), hex(change.after())))
                      .collect(Collectors.joining()));
      case TraceEvent.ChecksumsUpdated(var changes) -> {
        enter(DEPARSER);
        changes.forEach(change -> debug("Updating checksum '" + change.field() + "'"));
      }
      case TraceEvent.Deparsed(var headers) -> {
        enter(DEPARSER);
        headers.forEach(header -> debug("Deparsing header '" + header + "'"));
        leave();
      }
    }
  }

  /** A control has begun, as its first node is met. */
  private void control() {
    if (!section.equals(EGRESS)) {
      enter(INGRESS);
    }
  }

  /** A control ends, one without nodes too. */
  private void endControl() {
    if (section.equals(PARSER)) {
      enter(INGRESS);
    }
    leave();
  }

  private void enter(String next) {
    if (!section.equals(next)) {
      leave();
      debug(next + ": start");
      section = next;
    }
  }

  private void leave() {
    if (!section.isEmpty()) {
      debug(section + ": end");
      section = "";
    }
  }

  private void debug(String text) {
    out.accept(Level.DEBUG, text);
  }

  /** A line with its place in the source, where that is known. */
  private void trace(Optional<SourceLine> source, String text) {
    out.accept(
        Level.TRACE,
        source
                .map(at ->
                    "%s(%d) "
                        .formatted(at.file().substring(at.file().lastIndexOf('/') + 1), at.line()))
                .orElse("")
            + text);
  }

  private static String fragment(Optional<SourceLine> source, String text) {
    return source.map(SourceLine::fragment).filter(found -> !found.isEmpty()).orElse(text);
  }

  private static String key(List<TraceEvent.FieldValue> key) {
    return key.stream()
        .map(field -> "%n* %-20s: %s".formatted(field.name(), hex(field.value())))
        .collect(Collectors.joining());
  }

  private static String data(List<TraceEvent.FieldValue> arguments) {
    return arguments.stream()
        .map(argument -> argument.value().value().toString(16) + ",")
        .collect(Collectors.joining());
  }

  /** Returns every digit of a value, as simple_switch prints keys. */
  private static String hex(Bits bits) {
    String digits = bits.value().toString(16);
    return "0".repeat(Math.max(0, (bits.width() + 7) / 8 * 2 - digits.length())) + digits;
  }
}
