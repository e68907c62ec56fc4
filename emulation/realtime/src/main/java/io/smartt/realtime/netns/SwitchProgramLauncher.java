package io.smartt.realtime.netns;

import io.smartt.base.topology.Switch;
import io.smartt.softswitch.backend.SwitchBackend;
import java.util.List;

/** A program that is a switch with P4Runtime: how it is started, and how it is reached. */
interface SwitchProgramLauncher {
  /**
   * Returns the command that starts it inside the switches' namespace.
   *
   * @param interfaces as {@code -i} wants them: {@code 1@s1-eth1}
   * @param queuesPerPort how many queues each port has
   * @param p4RuntimePort on loopback
   */
  List<String> command(Switch sw, List<String> interfaces, int queuesPerPort, int p4RuntimePort);

  /** Returns the backend of a switch that was started, and may not answer yet. */
  SwitchBackend backend(Switch sw, int p4RuntimePort);
}
