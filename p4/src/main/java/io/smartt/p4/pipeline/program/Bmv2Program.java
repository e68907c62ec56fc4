package io.smartt.p4.pipeline.program;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.PipelineProgram.PipelineObserver;
import io.smartt.p4.pipeline.PipelineProgram.PipelineObserver.PacketWatch;
import io.smartt.p4.pipeline.compiler.CompiledProgram;
import io.smartt.p4.pipeline.interpreter.InterpreterProgram;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.runtime.Observation;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.state.ProgramSchema;
import java.util.random.RandomGenerator;

/** Makes a program that can be run out of BMv2 JSON. */
public final class Bmv2Program {
  private Bmv2Program() {}

  /**
   * Loads a program and compiles it to bytecode.
   *
   * @param json as {@code p4c-bm2-ss} writes it, format 2.0 to 2.24
   * @throws Bmv2FormatException naming the place in the JSON, or the part of the program, and what
   *     is wrong with it
   */
  public static PipelineProgram load(byte[] json) {
    return load(json, CompiledProgram::new);
  }

  /**
   * Loads a program to be interpreted, whose every instance tells an observer what its packets
   * meet. For people, not for speed.
   *
   * @param json as for {@link #load}
   * @throws Bmv2FormatException as {@link #load} does
   */
  public static PipelineProgram observed(byte[] json, PipelineObserver observer) {
    InterpreterProgram program = load(json, InterpreterProgram::new);
    return (random, log) -> program.instantiateObserved(random, log, observer);
  }

  /**
   * Loads a program, compiled, whose watched packets are interpreted and observed. Results are the
   * same as without; speed too, for all others.
   *
   * @param json as for {@link #load}
   * @throws Bmv2FormatException as {@link #load} does
   */
  public static PipelineProgram watched(byte[] json, PipelineObserver.PacketWatch watch) {
    PipelineProgram program = observable(json);
    return (random, log) -> {
      PipelineProgram.Engines engines = program.engines(random, log, watch);
      return new WatchedPipeline(engines.fast(), engines.observed().get(), watch);
    };
  }

  /**
   * Loads a program, compiled, whose instances can be observed while they run. Until then they are
   * those of {@link #load}.
   *
   * @param json as for {@link #load}
   * @throws Bmv2FormatException as {@link #load} does
   */
  public static PipelineProgram observable(byte[] json) {
    return load(json, ObservableProgram::new);
  }

  interface Engine<P extends PipelineProgram> {
    P program(Bmv2Config config, ProgramLayout layout, ProgramSchema schema);
  }

  static <P extends PipelineProgram> P load(byte[] json, Engine<P> engine) {
    Bmv2Config config = Bmv2Reader.read(json);
    ProgramLayout layout = new ProgramLayout(config);
    return engine.program(config, layout, new SchemaBuilder(config, layout).build());
  }

  /**
   * A compiled program whose packets can be interpreted instead, on the same tables and registers,
   * so that an observer hears what they meet. Results are those of the compiled program alone.
   */
  static final class ObservableProgram implements PipelineProgram {
    private final Bmv2Config config;
    private final ProgramLayout layout;
    private final ProgramSchema schema;
    private final CompiledProgram compiled;

    ObservableProgram(Bmv2Config config, ProgramLayout layout, ProgramSchema schema) {
      this.config = config;
      this.layout = layout;
      this.schema = schema;
      this.compiled = new CompiledProgram(config, layout, schema);
    }

    @Override
    public Pipeline instantiate(RandomGenerator random, PipelineProgram.PipelineLog log) {
      return compiled.instantiate(random, log);
    }

    @Override
    public Engines engines(
        RandomGenerator random, PipelineProgram.PipelineLog log, PipelineObserver observer) {
      PipelineState state = compiled.newState();
      // Compiled code does not look at the observer.
      Machine machine = compiled.machine(state, random, log, new Observation(observer, layout));
      return new Engines(
          compiled.over(state, machine),
          () ->
              new InterpreterProgram(config, layout, schema)
                  .over(compiled.slots(), state, machine));
    }
  }

  /**
   * Two engines on one state: one for watched packets, one for all others. A packet is watched by
   * its number, which stays the same in a switch; so all of its way through a switch is one
   * engine's.
   */
  private record WatchedPipeline(Pipeline common, Pipeline observed, PacketWatch watch)
      implements Pipeline.Passing {
    @Override
    public Pipeline engine(PacketContext context) {
      return watch.watches(context.packet()) ? observed : common;
    }
  }
}
