package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2FormatException;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.runtime.Observation;
import io.smartt.p4.pipeline.runtime.SlotProgram;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.trace.PipelineObserver;
import io.smartt.p4.pipeline.tree.ProgramTree;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A program whose tree is run as it is. */
public final class InterpreterProgram implements PipelineProgram {
  private final Bmv2Config config;
  private final ProgramLayout layout;
  private final ProgramSchema schema;
  private final ProgramTree tree;
  private final SlotProgram program;

  /**
   * Builds the tree of a program.
   *
   * @throws Bmv2FormatException naming the part of the program that cannot be executed
   */
  public InterpreterProgram(Bmv2Config config, ProgramLayout layout, ProgramSchema schema) {
    this.config = config;
    this.layout = layout;
    this.schema = schema;
    this.tree = ProgramTree.of(config, layout, schema);
    this.program = new SlotProgram(config, layout, schema, tree.emitted(), 0);
  }

  @Override
  public Pipeline instantiate(RandomGenerator random, PipelineProgram.PipelineLog log) {
    return instantiate(random, log, null);
  }

  /** A fresh instance that tells an observer what its packets meet. */
  public Pipeline instantiateObserved(
      RandomGenerator random, PipelineProgram.PipelineLog log, PipelineObserver observer) {
    return instantiate(random, log, new Observation(observer, layout));
  }

  /**
   * An instance over the state and the contexts of another engine of the same program.
   *
   * @param machine with an observation, which hears what packets meet
   */
  public Pipeline over(SlotProgram slots, PipelineState state, Machine machine) {
    return new ObservedPipeline(
        tree, slots, state, machine, Objects.requireNonNull(machine.observation), config.errors());
  }

  private Pipeline instantiate(
      RandomGenerator random, PipelineProgram.PipelineLog log, @Nullable Observation observation) {
    PipelineState state = new PipelineState(schema);
    Machine machine = new Machine(schema, state, tree.hashes(), random, log, observation);
    return observation == null
        ? new InterpreterPipeline(tree, program, state, machine)
        : new ObservedPipeline(tree, program, state, machine, observation, config.errors());
  }
}
