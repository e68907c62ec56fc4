package io.smartt.softswitch;

import module java.base;

import io.smartt.p4.pipeline.PipelineProgram.PipelineLog;
import io.smartt.softswitch.explain.PacketLog;

/** The things that an {@link EmbeddedDevice} needs of its switch's driver. Any thread may ask. */
public interface SwitchEnvironment {
  /** The time of the switch in picoseconds: what its packets are given. */
  long nowPs();

  /**
   * A moment of the switch's time as controllers get it (P4Runtime 1.5, section 16.4), in
   * nanoseconds since the Epoch. Where time is virtual the experiment's start is the Epoch.
   *
   * @param atNs the switch's time in nanoseconds
   */
  default long unixNs(long atNs) {
    return atNs;
  }

  /** Returns whether the link of a port that the switch has is up. */
  boolean linkUp(int port);

  /**
   * Puts a frame from the controller where the switch takes packets in, as received on the CPU
   * port.
   *
   * @throws UnsupportedOperationException saying why there is no CPU port
   */
  void packetOut(byte[] frame);

  /** The names of ports that have one, by number; all others are called by their numbers. */
  default Map<Integer, String> portNames() {
    return Map.of();
  }

  /** Returns who hears what packets meet, while the device observes them; empty: nobody ever. */
  default Optional<PacketLog> packetLog() {
    return Optional.empty();
  }

  /** Returns where {@code log_msg} of the program goes. */
  PipelineLog log();
}
