package io.smartt.workload.schedule;

import java.util.List;

/**
 * A collective operation that a schedule has as sends and receives.
 *
 * @param name as its file has it
 * @param kind what it does
 * @param algorithm that decomposed it
 * @param bytes its size, as {@link CollectiveKind} counts it
 * @param ranks that take part, in the order of the algorithm
 */
public record Collective(
    String name, CollectiveKind kind, String algorithm, long bytes, List<Integer> ranks) {
  /** Copies the ranks. */
  public Collective {
    ranks = List.copyOf(ranks);
  }
}
