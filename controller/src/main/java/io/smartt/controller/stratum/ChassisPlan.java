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
 * @param line FEC and autonegotiation of every port
 */
public record ChassisPlan(
    String name,
    List<TofinoQueue> queues,
    int cellBytes,
    long poolCells,
    List<Integer> deflectPorts,
    PortLine line) {
  /**
   * Cells for cut copies at a deflection port. A copy is one cell and leaves before any whole
   * packet, which takes as long to come as dozens of copies take to go.
   */
  static final int COPY_CELLS = 256;

  /** Copies, and checks that ports and queues can be there at once. */
  public ChassisPlan {
    queues = List.copyOf(queues);
    deflectPorts = List.copyOf(deflectPorts);
    DeflectPorts.check(name, deflectPorts, queues);
    TofinoLanes.check(name, queues);
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
    long room = (COPY_CELLS + 1L) * deflectPorts.size();
    if (poolCells - limit < room) {
      throw new StratumException(
          "tofino.pool-cells is "
              + poolCells
              + ", of which the data queues take "
              + limit
              + ": deflected packets need "
              + room
              + " at least");
    }
  }

  private static long dataCells(List<TofinoQueue> queues, int cellBytes) {
    return queues.stream()
        .mapToLong(queue -> TofinoQueue.cells(queue.sizeBytes(), cellBytes))
        .sum();
  }

  /**
   * What may wait whole at each deflection port: they share what data queues and cut copies leave
   * of the pool.
   */
  long deflectCells() {
    return deflectPorts.isEmpty()
        ? 0
        : (poolCells - dataCells(queues, cellBytes)) / deflectPorts.size() - COPY_CELLS;
  }
}
