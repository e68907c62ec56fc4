package io.smartt.host.wire;

/** Ethernet II header, 14 bytes: destination, source, EtherType. Addresses are low 48 bits. */
public final class EthernetHeader {
  /** Bytes of the header. */
  public static final int BYTES = 14;

  /** EtherType of IPv4. */
  public static final int IPV4 = 0x0800;

  private EthernetHeader() {}

  /** Writes a header at {@code at}. */
  public static void write(byte[] frame, int at, long destination, long source, int etherType) {
    Bytes.putInt48(frame, at, destination);
    Bytes.putInt48(frame, at + 6, source);
    Bytes.putShort(frame, at + 12, etherType);
  }

  /** Source address. */
  public static long source(byte[] frame, int at) {
    return Bytes.int48(frame, at + 6);
  }

  public static int etherType(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 12);
  }
}
