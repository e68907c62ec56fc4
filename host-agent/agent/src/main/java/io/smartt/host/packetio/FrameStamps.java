package io.smartt.host.packetio;

/** The source of a frame's time of arrival. */
public enum FrameStamps {
  /** No stamps: a frame's time is when it was read. */
  NONE,
  /** The kernel, as its driver hands the frame over. */
  KERNEL,
  /**
   * The network card, on the wire, by its own clock (PTP hardware clock), converted to the system's
   * time. A frame that the card did not stamp has the kernel's stamp.
   */
  CARD
}
