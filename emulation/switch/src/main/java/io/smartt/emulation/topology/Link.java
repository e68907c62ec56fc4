package io.smartt.emulation.topology;

/**
 * A cable, alike in both directions. A network may mix links of different rates and latencies.
 *
 * @param index from 0, its place in {@link Topology#links()}
 * @param a one end, the lower tier where the ends differ
 * @param b the other end
 * @param rateBps bits per second in each direction
 * @param latencyPs one way, picoseconds
 */
public record Link(int index, Port a, Port b, long rateBps, long latencyPs) {}
