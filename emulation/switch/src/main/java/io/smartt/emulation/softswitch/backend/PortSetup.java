package io.smartt.emulation.softswitch.backend;

import io.smartt.emulation.softswitch.QueueConfig;
import java.util.List;

/**
 * The settings of a switch port.
 *
 * @param rateBps bits a second; 0: no limit
 * @param wire the cable at the port
 * @param queues lowest priority first
 */
public record PortSetup(long rateBps, Wire wire, List<QueueConfig> queues) {
  /** Copies. */
  public PortSetup {
    queues = List.copyOf(queues);
  }
}
