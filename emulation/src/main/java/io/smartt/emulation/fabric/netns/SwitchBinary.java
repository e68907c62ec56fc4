package io.smartt.emulation.fabric.netns;

import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Switch;
import java.util.List;

/** A program that is a switch with P4Runtime, and what is beside P4Runtime to set and to read. */
interface SwitchBinary extends AutoCloseable {
  /**
   * How it is started inside the switches' namespace.
   *
   * @param interfaces as {@code -i} wants them: {@code 1@s1-eth1}
   * @param p4RuntimePort on loopback
   */
  List<String> command(Switch sw, List<String> interfaces, int p4RuntimePort);

  /**
   * Sets rates, queues and cables of a switch that has just started.
   *
   * @throws RuntimeException while it does not answer yet
   */
  void prepare(Switch sw);

  /** See {@link FabricSwitches}. */
  void setUp(Link link, boolean up);

  /** See {@link FabricSwitches}. */
  List<QueueStatus> queues(Switch sw, int port);

  /** See {@link FabricSwitches}. */
  SwitchCounters counters(Switch sw);

  /** See {@link FabricSwitches}. */
  long lostOnWires();

  /** See {@link FabricSwitches}. */
  long meanLatenessPs();

  @Override
  void close();
}
