package io.smartt.host.packetio;

/**
 * Options of a packet socket.
 *
 * @param etherType of the frames that it sees; {@link #ALL_TYPES} for all
 * @param promiscuous whether it sees frames for others' MAC addresses
 * @param bypassQdisc whether what it sends passes by the interface's queueing discipline
 * @param stamps who notes when each frame came
 * @param maxFrameBytes longer frames are cut when they are received
 * @param ringBytes of memory shared with the kernel by which frames come in: less work a frame for
 *     who receives without pause; 0: by system calls
 */
public record PacketOptions(
    int etherType,
    boolean promiscuous,
    boolean bypassQdisc,
    FrameStamps stamps,
    int maxFrameBytes,
    int ringBytes) {
  /** Every frame. */
  public static final int ALL_TYPES = 3;

  /** Jumbo frames: an MTU of 9,000 bytes and the Ethernet header, with room for tags. */
  public static final int JUMBO_FRAME_BYTES = 9_216;

  /** The longest frame: a super-frame of a sender whose segmentation offload is on. */
  public static final int SUPER_FRAME_BYTES = 65_536 + 64;

  /** The ring of a switch port. */
  public static final int SWITCH_RING_BYTES = 4 << 20;

  /** The ring of a host that has an interface to itself: as much as its socket's buffer. */
  public static final int HOST_RING_BYTES = 8 << 20;

  /** Everything on the wire, as a switch port sees it. */
  public static final PacketOptions SWITCH_PORT =
      new PacketOptions(
          ALL_TYPES, true, false, FrameStamps.KERNEL, JUMBO_FRAME_BYTES, SWITCH_RING_BYTES);

  /** IPv4 for this host, as an agent sees it. */
  public static final PacketOptions HOST =
      new PacketOptions(0x0800, false, false, FrameStamps.KERNEL, JUMBO_FRAME_BYTES, 0);

  /** These options with another longest frame, in bytes. */
  public PacketOptions withMaxFrameBytes(int bytes) {
    return new PacketOptions(etherType, promiscuous, bypassQdisc, stamps, bytes, ringBytes);
  }

  /** These options with or without frames for others. */
  public PacketOptions withPromiscuous(boolean others) {
    return new PacketOptions(etherType, others, bypassQdisc, stamps, maxFrameBytes, ringBytes);
  }

  /**
   * These options with reception by shared memory.
   *
   * @param bytes of it, a multiple of 256 KiB; 0: by system calls
   */
  public PacketOptions withRing(int bytes) {
    return new PacketOptions(etherType, promiscuous, bypassQdisc, stamps, maxFrameBytes, bytes);
  }

  /** These options with another source of time stamps. */
  public PacketOptions withStamps(FrameStamps by) {
    return new PacketOptions(etherType, promiscuous, bypassQdisc, by, maxFrameBytes, ringBytes);
  }

  /** The source of a frame's time of arrival. */
  public enum FrameStamps {
    /** No stamps: a frame's time is when it was read. */
    NONE,
    /** The kernel, as its driver hands the frame over. */
    KERNEL,
    /**
     * The network card, on the wire, by its own clock (PTP hardware clock), converted to the
     * system's time. A frame that the card did not stamp has the kernel's stamp.
     */
    CARD
  }
}
