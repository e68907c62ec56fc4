package io.smartt.p4.pipeline.runtime;

import java.util.List;

/**
 * The slots that ingress reads or writes: what it does to a packet depends on them alone.
 *
 * @param rows flows to be remembered, a power of two
 * @param widths in bits, one for each slot
 */
public record FlowPlan(int rows, List<Integer> slots, List<Integer> widths) {
  /** Copies the lists. */
  public FlowPlan {
    slots = List.copyOf(slots);
    widths = List.copyOf(widths);
  }
}
