package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.TableEntry;

/**
 * A switch as its P4Runtime server sees it. The server calls it from gRPC's threads, one call at a
 * time for a device, {@link #hasPort}, {@link #portUp} and {@link #packetOut} excepted.
 */
public interface ForwardingDevice {
  /** The id that controllers use; unsigned. */
  long deviceId();

  /**
   * Names the receiver of what the device's controllers want to know. Called once, before all else.
   */
  void connect(DeviceEvents events);

  /**
   * Makes a pipeline with the program's initial state that carries no packets yet. It may never be
   * activated.
   *
   * @throws RuntimeException whose message says why the switch cannot run the program
   */
  DevicePipeline prepare(LoadedConfig config);

  /** Runs this pipeline from the next packet on; the one before is dropped with its state. */
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

  /**
   * The events that a device reports to its controllers. Any thread may call; nothing blocks on a
   * slow controller. Times are the device's own clock in nanoseconds.
   */
  interface DeviceEvents {
    /**
     * A packet for the controller.
     *
     * @param frame the packet-in header where P4Info declares one, then the packet
     * @return false where no controller takes it
     */
    boolean packetIn(byte[] frame);

    /** Returns what no controller got. */
    LostMessages lost();

    /** One digest message: the fields in declaration order. */
    void digest(String digest, List<Bits> fields, long nowNs);

    /** Sends digests that have waited long enough; call it as time goes by. */
    void digestTick(long nowNs);

    /**
     * Entries that no packet hit for their timeout; the device has started their timers again.
     * Waits for a write that is running, so the caller must hold nothing that a write needs.
     */
    void idle(List<TableEntry> entries, long nowNs);

    /**
     * A link went up or down: groups that watch the port change. Waits for a write that is running,
     * so the caller must hold nothing that a write needs.
     */
    void portChanged(int port);
  }

  /**
   * A pipeline config whose parts are understood: the program and what it shows its controller.
   *
   * @param dropsExpired whether ingress is known to drop every IPv4 packet whose TTL has run out,
   *     so that the drop of such a packet has that reason
   */
  record LoadedConfig(PipelineProgram program, P4InfoIndex info, boolean dropsExpired) {}

  /**
   * Makes a program of BMv2 JSON. One loader serves many switches, so it may well keep programs by
   * the hash of their content.
   */
  @FunctionalInterface
  interface ProgramLoader {
    /**
     * Loads a program.
     *
     * @throws RuntimeException whose message says what is wrong with the program; the controller
     *     reads it
     */
    PipelineProgram load(byte[] json);
  }
}
