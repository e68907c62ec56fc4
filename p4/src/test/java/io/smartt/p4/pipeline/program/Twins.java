package io.smartt.p4.pipeline.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.Pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.compiler.CompiledProgram;
import io.smartt.p4.pipeline.interpreter.InterpreterProgram;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** One program interpreted, compiled, and compiled with a cache; each operation is done on all. */
final class Twins {
  private static final int MAX_ROUNDS = 3;

  private final Bmv2Config config;
  private final One interpreted;
  private final One compiled;
  private final One cached;

  Twins(byte[] json, Bmv2Config config) {
    this.config = config;
    this.interpreted = new One(Bmv2Program.load(json, InterpreterProgram::new));
    this.compiled = new One(load(json, Integer.MAX_VALUE, 1));
    this.cached = new One(load(json, 0, 8));
  }

  /** A compiled program by another rule about flows. */
  static CompiledProgram load(byte[] json, int slowTables, int flows) {
    return Bmv2Program.load(
        json,
        (config, layout, schema) -> new CompiledProgram(config, layout, schema, slowTables, flows));
  }

  /** Makes a change; refused by all or by none. */
  void change(List<Change> changes) {
    String refusal = interpreted.change(changes);

    assertThat(compiled.change(changes)).isEqualTo(refusal);
    assertThat(cached.change(changes)).isEqualTo(refusal);
  }

  /** Sends a packet through all and compares all that can be seen of it. */
  void packet(byte[] bytes, int wireLength, int port, long nowPs) {
    List<String> expected = interpreted.packet(bytes, wireLength, port, nowPs);

    for (One other : List.of(compiled, cached)) {
      assertThat(other.packet(bytes, wireLength, port, nowPs))
          .as("packet %s of %d bytes", HexFormat.of().formatHex(bytes), wireLength)
          .isEqualTo(expected);
    }
  }

  /** Compares counters, registers and when entries were hit. */
  void compareState() {
    List<String> expected = interpreted.state(config);

    assertThat(compiled.state(config)).isEqualTo(expected);
    assertThat(cached.state(config)).isEqualTo(expected);
  }

  private static final class One {
    private final Pipeline pipeline;
    private final List<String> seen = new ArrayList<>();

    One(PipelineProgram program) {
      pipeline = program.instantiate(new Random(7), text -> seen.add("log " + text));
    }

    String change(List<Change> changes) {
      try {
        pipeline.control().apply(changes);
        return "";
      } catch (InvalidChangeException e) {
        return String.valueOf(e.getMessage());
      }
    }

    List<String> packet(byte[] bytes, int wireLength, int port, long nowPs) {
      seen.clear();
      PacketContext context = pipeline.newContext();
      context.packet().set(bytes, 0, bytes.length, wireLength);
      context.set(StandardMetadata.INGRESS_PORT, port);
      context.set(StandardMetadata.PACKET_LENGTH, wireLength);
      context.set(StandardMetadata.INGRESS_GLOBAL_TIMESTAMP, nowPs / 1_000_000);
      try {
        pass(context, nowPs, 0);
      } catch (FailedAssertionException e) {
        seen.add(e.getMessage());
      }
      return List.copyOf(seen);
    }

    private void pass(PacketContext context, long nowPs, int round) {
      pipeline.ingress(context, nowPs);
      look("ingress", context);
      if (context.cloneSession() != PacketContext.NONE) {
        PacketContext clone = pipeline.newContext();
        pipeline.cloneIngress(context, clone);
        look("clone", clone);
        leave(clone, nowPs, MAX_ROUNDS);
      }
      if (context.digestList() != PacketContext.NONE) {
        seen.add(pipeline.digest(context).toString());
      }
      if (context.resubmitFieldList() != PacketContext.NONE && round < MAX_ROUNDS) {
        pipeline.resubmit(context);
        pass(context, nowPs, round + 1);
        return;
      }
      PacketContext copy = pipeline.newContext();
      pipeline.copy(context, copy);
      look("copy", copy);
      copy.set(StandardMetadata.EGRESS_RID, 5);
      leave(copy, nowPs, MAX_ROUNDS);
      leave(context, nowPs, round);
    }

    private void leave(PacketContext context, long nowPs, int round) {
      context.set(StandardMetadata.EGRESS_PORT, context.get(StandardMetadata.EGRESS_SPEC));
      context.set(StandardMetadata.DEQ_QDEPTH, nowPs % 100);
      pipeline.egress(context, nowPs + 77_000_000);
      look("egress", context);
      if (context.cloneSession() != PacketContext.NONE && round < MAX_ROUNDS) {
        PacketContext clone = pipeline.newContext();
        pipeline.cloneEgress(context, clone);
        look("clone", clone);
        leave(clone, nowPs, MAX_ROUNDS);
      }
      pipeline.deparse(context);
      look("deparsed", context);
      if (context.recirculateFieldList() != PacketContext.NONE && round < MAX_ROUNDS) {
        pipeline.recirculate(context);
        pass(context, nowPs, round + 1);
      }
    }

    private void look(String when, PacketContext context) {
      StringBuilder text = new StringBuilder(when);
      for (StandardMetadata field : StandardMetadata.values()) {
        text.append(' ').append(field).append('=').append(context.get(field));
      }
      text.append(" clone=").append(context.cloneSession());
      text.append(" resubmit=").append(context.resubmitFieldList());
      text.append(" recirculate=").append(context.recirculateFieldList());
      text.append(" digest=").append(context.digestList());
      text.append(" length=").append(context.deparsedLength());
      text.append('/').append(context.packet().length());
      if (when.equals("deparsed")) {
        text.append(' ').append(HexFormat.of().formatHex(context.packet().toByteArray()));
      }
      seen.add(text.toString());
    }

    List<String> state(Bmv2Config config) {
      PipelineControl control = pipeline.control();
      List<String> state = new ArrayList<>();
      config.counterArrays().stream()
          .filter(counter -> !counter.direct())
          .forEach(counter ->
              IntStream.range(0, Math.min(counter.size(), 600))
                  .forEach(i -> state.add(control.counter(counter.name(), i).toString())));
      config
          .registerArrays()
          .forEach(register ->
              IntStream.range(0, Math.min(register.size(), 600))
                  .forEach(i -> state.add(control.register(register.name(), i).toString())));
      for (PipelineDefinition part : config.pipelines()) {
        for (TableDefinition table : part.tables()) {
          for (TableEntry entry : control.entries(table.name())) {
            state.add(entry + " " + control.directCounter(entry) + " " + control.lastHitPs(entry));
          }
        }
      }
      return state;
    }
  }
}
