package io.smartt.emulation.standin.asic;

/** A question for a neighbour's MAC address, as a router's own processor sends it by a port. */
public final class ArpRequest {
  /** Of the port number in front of the frame. */
  static final int PORT_BYTES = 2;

  private static final int ETHERNET = 1;
  private static final int HARDWARE_TYPE = 14;
  private static final int PROTOCOL_TYPE = 16;
  private static final int LENGTHS = 18;
  private static final int MAC_AND_IPV4 = 0x0604;
  private static final int SHORTEST_FRAME = 60;

  private ArpRequest() {}

  /**
   * Returns the frame, with the number of the port in front of it.
   *
   * @param own address of the port's interface
   */
  public static byte[] of(int port, long routerMac, int own, int asked) {
    byte[] frame = new byte[SHORTEST_FRAME];
    FrameFields.putMac(frame, 0, FrameFields.BROADCAST);
    FrameFields.putMac(frame, FrameFields.SOURCE_MAC, routerMac);
    FrameFields.putWord(frame, FrameFields.ETHERTYPE, FrameFields.TYPE_ARP);
    FrameFields.putWord(frame, HARDWARE_TYPE, ETHERNET);
    FrameFields.putWord(frame, PROTOCOL_TYPE, FrameFields.TYPE_IPV4);
    FrameFields.putWord(frame, LENGTHS, MAC_AND_IPV4);
    FrameFields.putWord(frame, FrameFields.ARP_OPERATION, FrameFields.REQUEST);
    FrameFields.putMac(frame, FrameFields.ARP_SENDER_MAC, routerMac);
    FrameFields.putAddress(frame, FrameFields.ARP_SENDER, own);
    FrameFields.putAddress(frame, FrameFields.ARP_TARGET, asked);
    byte[] message = new byte[PORT_BYTES + frame.length];
    FrameFields.putWord(message, 0, port);
    System.arraycopy(frame, 0, message, PORT_BYTES, frame.length);
    return message;
  }
}
