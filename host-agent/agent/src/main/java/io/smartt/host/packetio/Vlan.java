package io.smartt.host.packetio;

/**
 * The form in which the kernel notes the VLAN tag that it has taken off a frame
 * (linux/if_packet.h).
 */
final class Vlan {
  /** TPID and TCI. */
  static final int TAG_BYTES = 4;

  /** The bytes before a tag. */
  static final int ADDRESSES_BYTES = 12;

  private static final int STATUS_VLAN_VALID = 1 << 4;
  private static final int STATUS_TPID_VALID = 1 << 6;
  private static final int DEFAULT_TPID = 0x8100;

  private Vlan() {}

  /** TPID and TCI, or {@link SocketReceiver#NO_TAG}. */
  static int tag(int status, short tci, short tpid) {
    if ((status & STATUS_VLAN_VALID) == 0) {
      return SocketReceiver.NO_TAG;
    }
    int type = (status & STATUS_TPID_VALID) != 0 ? Short.toUnsignedInt(tpid) : DEFAULT_TPID;
    return type << 16 | Short.toUnsignedInt(tci);
  }
}
