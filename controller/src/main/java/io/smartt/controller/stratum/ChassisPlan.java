package io.smartt.controller.stratum;

import java.util.List;

/**
 * What a Tofino's chassis configuration follows from.
 *
 * @param name of the switch
 * @param cellBytes of a buffer cell: 80 on Tofino 1
 * @param poolCells of the egress pool that all queues share
 * @param deflectPorts the SDK port of each pipe to which packets go that do not fit; empty: they
 *     are dropped
 */
public record ChassisPlan(
    String name,
    List<TofinoQueue> queues,
    int cellBytes,
    long poolCells,
    List<Integer> deflectPorts) {
  /** Copies. */
  public ChassisPlan {
    queues = List.copyOf(queues);
    deflectPorts = List.copyOf(deflectPorts);
    for (int port : deflectPorts) {
      // Each pipe has 128 port numbers, of which 68 to 71 lead back to its ingress.
      if (port % 128 < 68 || port % 128 > 71) {
        throw new StratumException(
            "tofino.deflect-ports: "
                + port
                + " is no recirculation port; pipes have 68, 196, 324 and 452");
      }
    }
    long limit = dataCells(queues, cellBytes);
    if (limit > poolCells) {
      throw new StratumException(
          "tofino.pool-cells is "
              + poolCells
              + ", but the data queues of "
              + queues.size()
              + " ports may take "
              + limit
              + ": packets would be dropped before queues are full");
    }
    if (poolCells - limit < deflectPorts.size()) {
      throw new StratumException(
          "tofino.pool-cells is "
              + poolCells
              + ", which the data queues take whole: deflected packets need room too");
    }
  }

  private static long dataCells(List<TofinoQueue> queues, int cellBytes) {
    return queues.stream()
        .mapToLong(queue -> TofinoQueue.cells(queue.sizeBytes(), cellBytes))
        .sum();
  }

  /** What may wait at each deflection port: they share what data queues leave of the pool. */
  long deflectCells() {
    return deflectPorts.isEmpty()
        ? 0
        : (poolCells - dataCells(queues, cellBytes)) / deflectPorts.size();
  }
}
