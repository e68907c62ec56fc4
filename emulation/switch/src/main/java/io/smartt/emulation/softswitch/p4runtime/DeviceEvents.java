package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry;
import java.util.List;

/**
 * What a device tells its controllers. Any thread may call; nothing blocks on a slow controller.
 * Times are the device's own clock in nanoseconds.
 */
public interface DeviceEvents {
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
   * Entries that no packet hit for their timeout; the device has started their timers again. Waits
   * for a write that is running, so the caller must hold nothing that a write needs.
   */
  void idle(List<TableEntry> entries, long nowNs);

  /**
   * A link went up or down: groups that watch the port change. Waits for a write that is running,
   * so the caller must hold nothing that a write needs.
   */
  void portChanged(int port);
}
