package io.smartt.base.topology;

/**
 * A switch. Its ports count from 1 and keep their numbers.
 *
 * @param id P4Runtime device id, from 1
 * @param name unique in the topology
 * @param tier 0 for switches that hosts hang off, 1 above them and so on
 * @param latencyPs from the last bit in to the queue of the way out, picoseconds
 * @param card whether this is the choice of a port inside the network card of the one host behind
 *     it
 */
public record Switch(int id, String name, int tier, long latencyPs, boolean card) implements Node {
  /** Returns this switch with another latency. */
  Switch withLatencyPs(long other) {
    return new Switch(id, name, tier, other, card);
  }
}
