package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.runtime.SlotPipeline;
import io.smartt.p4.pipeline.runtime.SlotProgram;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.tree.ControlNode;
import io.smartt.p4.pipeline.tree.Primitive;
import io.smartt.p4.pipeline.tree.ProgramTree;

/** Runs the tree. */
class InterpreterPipeline extends SlotPipeline {
  private final ProgramTree tree;

  InterpreterPipeline(ProgramTree tree, SlotProgram program, PipelineState state, Machine machine) {
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
