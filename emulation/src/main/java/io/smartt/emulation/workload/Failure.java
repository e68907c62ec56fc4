package io.smartt.emulation.workload;

/**
 * A link that is down from the start, as connection matrices name it.
 *
 * @param tier 0 for {@code TOR}, 1 for {@code AGG}, 2 for {@code CORE}
 * @param switchId the switch's place in its tier, from 0
 * @param linkId which of its links, from 0: uplinks of a ToR or aggregation switch, downlinks of a
 *     core switch
 */
public record Failure(int tier, int switchId, int linkId) {}
