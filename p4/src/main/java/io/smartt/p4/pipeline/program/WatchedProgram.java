package io.smartt.p4.pipeline.program;

import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineLog;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.compiler.CompiledProgram;
import io.smartt.p4.pipeline.interpreter.InterpreterProgram;
import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.trace.PacketWatch;
import java.util.random.RandomGenerator;

/**
 * A compiled program whose watched packets are interpreted, on the same tables and registers, so
 * that an observer hears what they meet. Results are those of the compiled program alone.
 */
final class WatchedProgram implements PipelineProgram {
  private final CompiledProgram compiled;
  private final InterpreterProgram interpreted;
  private final PacketWatch watch;

  WatchedProgram(CompiledProgram compiled, InterpreterProgram interpreted, PacketWatch watch) {
    this.compiled = compiled;
    this.interpreted = interpreted;
    this.watch = watch;
  }

  @Override
  public Pipeline instantiate(RandomGenerator random, PipelineLog log) {
    PipelineState state = compiled.newState();
    // Compiled code does not look at the observer.
    Machine machine = compiled.machine(state, random, log, interpreted.observation(watch));
    return new WatchedPipeline(
        compiled.over(state, machine), interpreted.over(compiled.slots(), state, machine), watch);
  }
}
