package io.smartt.p4.pipeline.program;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineLog;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.compiler.CompiledProgram;
import io.smartt.p4.pipeline.interpreter.InterpreterProgram;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.runtime.Observation;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.trace.PipelineObserver;
import java.util.random.RandomGenerator;

/**
 * A compiled program whose packets can be interpreted instead, on the same tables and registers, so
 * that an observer hears what they meet. Results are those of the compiled program alone.
 */
final class ObservableProgram implements PipelineProgram {
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
  public Pipeline instantiate(RandomGenerator random, PipelineLog log) {
    return compiled.instantiate(random, log);
  }

  @Override
  public Engines engines(RandomGenerator random, PipelineLog log, PipelineObserver observer) {
    PipelineState state = compiled.newState();
    // Compiled code does not look at the observer.
    Machine machine = compiled.machine(state, random, log, new Observation(observer, layout));
    return new Engines(
        compiled.over(state, machine),
        () ->
            new InterpreterProgram(config, layout, schema).over(compiled.slots(), state, machine));
  }
}
