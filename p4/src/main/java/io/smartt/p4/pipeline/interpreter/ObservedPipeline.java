package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.runtime.Observation;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.runtime.SlotProgram;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.trace.TraceEvent;
import io.smartt.p4.pipeline.tree.ProgramTree;
import java.util.List;
import java.util.Map;

/** Runs the tree and tells what the nodes do not: how parser and deparser end. */
final class ObservedPipeline extends InterpreterPipeline {
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
