package io.smartt.emulation.fabric.containers;

import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Switch;
import java.util.List;
import java.util.Map;

/** A switch in a container that runs and is programmed, as its controller has it. */
interface ContainerSwitch extends AutoCloseable {
  /** Which it is. */
  Switch device();

  /**
   * Bytes in the data queue of each port, as far as it tells.
   *
   * @throws RunFailedException if it does not answer
   */
  Map<Integer, Long> depths();

  /** Takes the link of a port down or up. */
  void setUp(Adjacency adjacency, boolean up);

  /** What its queues have counted. */
  List<QueueRecord> queues();

  /** Packets that reached no queue. */
  long unqueuedDrops();

  /** How often it ran its program. */
  long received();

  /** Has it count anew. */
  void clearCounters();

  /** Ends the connection, not the switch. */
  @Override
  void close();
}
