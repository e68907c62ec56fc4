package io.smartt.emulation.fabric.virtual.station;

import io.smartt.emulation.softswitch.EmbeddedSwitch;

/** Where a link ends. */
public sealed interface LinkEnd {
  /** The interface's name as Mininet has it: {@code s1-eth2}. */
  String interfaceName();

  /**
   * A station's only interface.
   *
   * @param name of the station
   * @param station who gets what arrives
   */
  record OfStation(String name, Station station) implements LinkEnd {
    @Override
    public String interfaceName() {
      return name + "-eth0";
    }
  }

  /**
   * A port of a switch.
   *
   * @param device the switch
   * @param port its number
   */
  record OfSwitch(EmbeddedSwitch device, int port) implements LinkEnd {
    @Override
    public String interfaceName() {
      return device.name() + "-eth" + port;
    }
  }
}
