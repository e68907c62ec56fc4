package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.runtime.SlotContext;

/**
 * A calculation.
 *
 * @param algorithm index among the machine's hashes
 * @param name of the algorithm
 */
public record HashNode(HashInput input, int algorithm, String name) {
  /** Its result for the packet as it is, unsigned. */
  public long compute(SlotContext context) {
    context.bits.clear();
    input.append(context, context.bits);
    return context.machine.hashes[algorithm].hash(context.bits.bytes(), context.bits.length());
  }
}
