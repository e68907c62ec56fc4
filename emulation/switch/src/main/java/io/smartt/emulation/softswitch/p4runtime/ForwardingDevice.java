package io.smartt.emulation.softswitch.p4runtime;

import java.util.Map;

/**
 * A switch as its P4Runtime server sees it. The server calls it from gRPC's threads, one call at a
 * time for a device, {@link #hasPort}, {@link #portUp} and {@link #packetOut} excepted.
 */
public interface ForwardingDevice {
  /** The id that controllers use; unsigned. */
  long deviceId();

  /** Where the device reports what its controllers want to know. Called once, before all else. */
  void connect(DeviceEvents events);

  /**
   * Makes a pipeline with the program's initial state that carries no packets yet. It may never be
   * activated.
   *
   * @throws RuntimeException whose message says why the switch cannot run the program
   */
  DevicePipeline prepare(LoadedConfig config);

  /** From the next packet on runs this pipeline; the one before is dropped with its state. */
  void activate(DevicePipeline pipeline);

  /**
   * A moment of the device's clock as controllers get it: nanoseconds since the Epoch.
   *
   * @param atNs the device's clock in nanoseconds
   */
  default long unixNs(long atNs) {
    return atNs;
  }

  /** Returns whether the switch has this port. */
  boolean hasPort(int port);

  /**
   * Returns what programs whose controllers name ports by strings are to call these ports, by
   * number.
   */
  default Map<Integer, String> portNames() {
    return Map.of();
  }

  /** Returns whether this port's link is up. */
  boolean portUp(int port);

  /**
   * Injects a packet from the controller.
   *
   * @param frame what the program's parser expects from the CPU port: the packet-out header where
   *     P4Info declares one, then the packet
   * @throws UnsupportedOperationException saying why the switch takes none
   */
  void packetOut(byte[] frame);
}
