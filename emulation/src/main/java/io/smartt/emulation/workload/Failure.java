package io.smartt.emulation.workload;

import java.util.OptionalInt;

/**
 * A link or a whole switch that is down from the start, as connection matrices name it.
 *
 * @param tier 0 for {@code TOR}, 1 for {@code AGG}, 2 for {@code CORE}
 * @param switchId the switch's place in its tier, from 0
 * @param linkId which of its links, from 0: uplinks of a ToR or aggregation switch, downlinks of a
 *     core switch; empty for the whole switch, which the reference simulator's grammar does not
 *     have
 */
public record Failure(int tier, int switchId, OptionalInt linkId) {
  /** A failed link. */
  public Failure(int tier, int switchId, int linkId) {
    this(tier, switchId, OptionalInt.of(linkId));
  }
}
