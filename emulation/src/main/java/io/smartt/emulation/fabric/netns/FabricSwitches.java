package io.smartt.emulation.fabric.netns;

import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Switch;
import java.util.List;

/** The running switches of a {@link NamespaceNetwork}, whatever they are and wherever they run. */
public interface FabricSwitches extends AutoCloseable {
  /** Takes a link down or up, in both directions: one that is down loses what is sent into it. */
  void setUp(Link link, boolean up);

  /** The queues of a port, by number. */
  List<QueueStatus> queues(Switch sw, int port);

  /** Packets of a switch that reached no queue. */
  SwitchCounters counters(Switch sw);

  /** Packets lost on links that were down, or by their loss rate. */
  long lostOnWires();

  /** How late, on average over the switches, they took in frames and served wires; 0 if unknown. */
  long meanLatenessPs();

  /** Switches that have ended and were started anew since the last call, without a program. */
  default List<Switch> restarted() {
    return List.of();
  }

  @Override
  void close();
}
