package io.smartt.emulation.p4tools;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException.WriteFailure;
import io.smartt.p4.bmv2.Bmv2Config.SourceLine;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.explain.PacketLog;
import io.smartt.softswitch.explain.SwitchEvent;
import io.smartt.softswitch.explain.TracedPipeline;
import io.smartt.softswitch.explain.ValueFormat;
import org.p4.v1.Update;

/** The text of what happened to a packet, for a person to read from top to bottom. */
public final class TraceText {
  private static final int BYTES_A_LINE = 16;
  private static final int DETAIL_INDENT = 14;
  private static final int DETAIL_COLUMNS = 86;
  private static final int LABEL_COLUMNS = 12;
  private static final int LINE_COLUMNS = 120;

  private final StringBuilder text = new StringBuilder();
  private int copy = 1;
  private String section = "";

  private TraceText() {}

  /** Everything that happened. */
  public static String of(List<SwitchEvent> events) {
    TraceText trace = new TraceText();
    events.forEach(trace::add);
    return trace.text.toString();
  }

  private void add(SwitchEvent event) {
    if (event.copy() != copy && !(event instanceof SwitchEvent.Cloned)) {
      copy = event.copy();
      head("copy " + copy);
    }
    switch (event) {
      case SwitchEvent.IngressBegan(var _, var kind, var port, var bytes) -> {
        head(
            kind.equals("normal")
                ? "packet of %d bytes into port %d".formatted(bytes, port)
                : "%s packet of %d bytes".formatted(kind, bytes));
        section = "ingress";
      }
      case SwitchEvent.Met(var _, var met) -> add(met);
      case SwitchEvent.Cloned(var number, var from, var kind, var session) -> {
        copy = number;
        head("copy %d: clone of %d, %s, session %d".formatted(number, from, kind, session));
      }
      case SwitchEvent.Replicated(var number, var from, var group) ->
          line("replica", "copy %d is a replica of %d, group %d".formatted(number, from, group));
      case SwitchEvent.CloneLost(var _, var session) ->
          line("clone", "session %d makes no copies".formatted(session));
      case SwitchEvent.Digested(var _, var name, var fields) ->
          line("digest", name + ": " + ValueFormat.of(fields, " = "));
      case SwitchEvent.GoesRound(var _, var how) -> line("then", how);
      case SwitchEvent.Queued(var _, var port, var priority) ->
          line("queue", "port %d, priority %d".formatted(port, priority));
      case SwitchEvent.EgressBegan(var _, var port, var instance, var waiting) -> {
        section = "egress";
        line(
            "egress",
            "port %d%s, %d waiting behind it"
                .formatted(port, instance == 0 ? "" : ", instance " + instance, waiting));
      }
      case SwitchEvent.Dropped(var _, var why) -> line("DROPPED", why);
      case SwitchEvent.Sent(var _, var port, var bytes) -> {
        line("SENT", "port %d, %d bytes".formatted(port, bytes.size()));
        dump(bytes.toByteArray());
      }
    }
  }

  private void add(TraceEvent event) {
    switch (event) {
      case TraceEvent.ParserState(var state) -> line("parser", "state " + state);
      case TraceEvent.Extracted(var header, var fields) ->
          detail("extract " + header + ": " + ValueFormat.of(fields, " "));
      case TraceEvent.ParserAssigned(var changes) -> changes.forEach(this::change);
      case TraceEvent.ParserEnded(var error, var bytes) ->
          line("parser", "ends after %d bytes, %s".formatted(bytes, error));
      case TraceEvent.ChecksumNotDue(var field) -> line("checksum", field + " is not checked");
      case TraceEvent.ChecksumVerified(var field, var right) ->
          line("checksum", field + (right ? " is right" : " is WRONG"));
      case TraceEvent.Condition(var condition, var holds, var source) ->
          line(section, "if (%s) is %s".formatted(condition, holds), place(source));
      case TraceEvent.Lookup(var table, var key, var entry, var source) -> {
        line(section, "table " + table, place(source));
        if (!key.isEmpty()) {
          detail("key " + ValueFormat.of(key, " = "));
        }
        detail(entry.map(hit -> "hit " + ValueFormat.of(hit, key)).orElse("miss"));
      }
      case TraceEvent.ActionStarted(var action, var arguments) ->
          line(section, "action %s(%s)".formatted(action, ValueFormat.of(arguments, " = ")));
      case TraceEvent.Step(var step, var changes, var source) -> {
        boolean assigns = step.contains(" = ");
        if (!assigns || changes.isEmpty()) {
          detail(step + (assigns ? " (as it was)" : ""), place(source));
          changes.forEach(this::change);
        } else {
          changes.forEach(change -> change(change, place(source)));
        }
      }
      case TraceEvent.ChecksumsUpdated(var changes) -> {
        line("deparser", "checksums");
        changes.forEach(this::change);
      }
      case TraceEvent.Deparsed(var headers) ->
          line("deparser", headers.isEmpty() ? "no headers" : String.join(", ", headers));
    }
  }

  /** Returns where the P4 source has it, where the program says so. */
  private static String place(Optional<SourceLine> source) {
    return source.map(at -> "  [" + at + "]").orElse("");
  }

  private void change(TraceEvent.FieldChange change) {
    change(change, "");
  }

  private void change(TraceEvent.FieldChange change, String place) {
    String name = change.field();
    detail(
        "%s: %s -> %s"
            .formatted(
                name, ValueFormat.of(name, change.before()), ValueFormat.of(name, change.after())),
        place);
  }

  private void head(String what) {
    text.append(text.isEmpty() ? "" : System.lineSeparator())
        .append(what)
        .append(System.lineSeparator());
  }

  private void line(String label, String what) {
    text.append("  %-10s%s%n".formatted(label, what));
  }

  /** A line with a place behind it, or under it where it would be too long. */
  private void line(String label, String what, String place) {
    int and = what.lastIndexOf(" && ", DETAIL_COLUMNS);
    if (LABEL_COLUMNS + what.length() > LINE_COLUMNS && and > 0) {
      line(label, what.substring(0, and));
      detail(what.substring(and + 1), place);
      return;
    }
    boolean fits = LABEL_COLUMNS + what.length() + place.length() <= LINE_COLUMNS;
    line(label, fits ? what + place : what);
    if (!fits) {
      detail(place.strip());
    }
  }

  private void detail(String what, String place) {
    boolean fits = DETAIL_INDENT + what.length() + place.length() <= LINE_COLUMNS;
    detail(fits ? what + place : what);
    if (!fits) {
      detail(place.strip());
    }
  }

  /** A line further in, broken between words where it is long. */
  private void detail(String what) {
    String rest = what;
    String indent = " ".repeat(DETAIL_INDENT);
    while (rest.length() > DETAIL_COLUMNS && rest.lastIndexOf(", ", DETAIL_COLUMNS) > 0) {
      int at = rest.lastIndexOf(", ", DETAIL_COLUMNS) + 1;
      text.append(indent).append(rest, 0, at).append(System.lineSeparator());
      rest = "  " + rest.substring(at).strip();
    }
    text.append(indent).append(rest).append(System.lineSeparator());
  }

  private void dump(byte[] bytes) {
    HexFormat hex = HexFormat.ofDelimiter(" ");
    for (int at = 0; at < bytes.length; at += BYTES_A_LINE) {
      int to = Math.min(bytes.length, at + BYTES_A_LINE);
      String printable =
          new String(bytes, at, to - at, java.nio.charset.StandardCharsets.ISO_8859_1)
              .chars()
              .mapToObj(c -> c >= ' ' && c < 0x7f ? Character.toString(c) : ".")
              .collect(Collectors.joining());
      detail("%04x  %-47s  %s".formatted(at, hex.formatHex(bytes, at, to), printable));
    }
  }

  /** An embedded switch that reports everything that happens to a packet. */
  public static final class PacketTracer implements AutoCloseable {
    private static final long SEED = 1;

    private final List<SwitchEvent> events = new ArrayList<>();
    private final PacketLog log = new PacketLog((_, _, event) -> events.add(event));
    private final BenchSwitch bench;

    /**
     * Starts a switch that runs the program.
     *
     * @throws UserInputException saying why the switch does not take it
     */
    public PacketTracer(P4Program program) {
      try {
        bench = new BenchSwitch(program, this::load, SEED);
      } catch (P4RuntimeException e) {
        throw new UserInputException("the switch does not take the program: " + e.getMessage(), e);
      }
    }

    private PipelineProgram load(byte[] json) {
      PipelineProgram program = Bmv2Program.observed(json, log);
      return new PipelineProgram() {
        @Override
        public Pipeline instantiate(RandomGenerator random, PipelineProgram.PipelineLog messages) {
          return new TracedPipeline(program.instantiate(random, messages), log);
        }
      };
    }

    /** The program's names. */
    public P4InfoIndex info() {
      return bench.program().info();
    }

    /** Writes entries; what was refused. */
    public List<WriteFailure> write(List<Update> updates) {
      return bench.write(updates);
    }

    /** Returns what happens to a packet, until all of its copies are sent or dropped. */
    public List<SwitchEvent> trace(int port, byte[] packet) {
      events.clear();
      bench.receive(port, packet, log::sent);
      log.settle();
      return List.copyOf(events);
    }

    @Override
    public void close() {
      bench.close();
    }
  }
}
