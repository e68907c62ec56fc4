package io.smartt.p4.pipeline.interpreter;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.PipelineProgram.PipelineObserver;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.runtime.Observation;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.runtime.SlotPipeline;
import io.smartt.p4.pipeline.runtime.SlotProgram;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.tree.ControlNode;
import io.smartt.p4.pipeline.tree.Primitive;
import io.smartt.p4.pipeline.tree.ProgramTree;
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
    this.program = new SlotProgram(config, layout, schema, tree.emitted(), 0, Optional::empty);
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

  /** Runs the tree and tells what the nodes do not: how parser and deparser end. */
  private static final class ObservedPipeline extends InterpreterPipeline {
    private final ProgramTree tree;
    private final Observation observation;
    private final Map<String, Integer> errorCodes;

    ObservedPipeline(
        ProgramTree tree,
        SlotProgram program,
        PipelineState state,
        Machine machine,
        Observation observation,
        Map<String, Integer> errorCodes) {
      super(tree, program, state, machine);
      this.tree = tree;
      this.observation = observation;
      this.errorCodes = Map.copyOf(errorCodes);
    }

    @Override
    protected int parse(SlotContext context) {
      int error = super.parse(context);
      observation.met(
          new TraceEvent.ParserEnded(errorName(error < 0 ? ~error : error), context.parsedBytes));
      return error;
    }

    private String errorName(int code) {
      return errorCodes.entrySet().stream()
          .filter(error -> error.getValue() == code)
          .map(Map.Entry::getKey)
          .findFirst()
          .orElse("error " + code);
    }

    @Override
    protected boolean checksumIsWrong(SlotContext context) {
      boolean wrong = false;
      for (ProgramTree.ChecksumNode checksum : tree.verified()) {
        String field = checksum.header().name() + "." + checksum.field().name();
        if (checksum.isDue(context)) {
          boolean right = checksum.verify(context);
          wrong |= !right;
          observation.met(new TraceEvent.ChecksumVerified(field, right));
        } else {
          observation.met(new TraceEvent.ChecksumNotDue(field));
        }
      }
      return wrong;
    }

    @Override
    protected void beforeEmit(SlotContext context) {
      observation.begin(context);
      super.beforeEmit(context);
      List<String> headers =
          tree.emitted().stream()
              .filter(header -> context.slots[header.base() + HeaderLayout.VALID_OFFSET] != 0)
              .map(HeaderLayout::name)
              .toList();
      observation.deparsed(context, headers);
    }
  }

  /** Runs the tree. */
  private static class InterpreterPipeline extends SlotPipeline {
    private final ProgramTree tree;

    InterpreterPipeline(
        ProgramTree tree, SlotProgram program, PipelineState state, Machine machine) {
      super(program, state, machine);
      this.tree = tree;
    }

    @Override
    protected int parse(SlotContext context) {
      return tree.parser().run(context);
    }

    @Override
    protected boolean checksumIsWrong(SlotContext context) {
      boolean wrong = false;
      for (ProgramTree.ChecksumNode checksum : tree.verified()) {
        wrong |= !checksum.verify(context);
      }
      return wrong;
    }

    @Override
    protected void runIngress(SlotContext context) {
      ControlNode.runAll(tree.ingress(), context);
    }

    @Override
    protected void runEgress(SlotContext context) {
      ControlNode.runAll(tree.egress(), context);
    }

    @Override
    protected void beforeEmit(SlotContext context) {
      for (ProgramTree.ChecksumNode checksum : tree.updated()) {
        checksum.update(context);
      }
      for (Primitive.Effect call : tree.deparserCalls()) {
        call.apply(context);
      }
    }
  }
}
