package io.smartt.host.transport;

/** The reason why an endpoint refused a frame. */
public enum DropReason {
  /**
   * The frame is not Ethernet with IPv4, UDP to port 4793 and a UET header, or is cut short inside
   * them.
   */
  MALFORMED,
  /** A UET packet of a type, version or operation that this transport does not have. */
  UNSUPPORTED,
  /** The IPv4 header checksum, or a UDP checksum other than 0, is wrong. */
  BAD_CHECKSUM,
  /** Another host's address. */
  NOT_FOR_THIS_HOST,
  /** A connection that this endpoint does not have with that host. */
  UNKNOWN_CONNECTION,
  /** A connection that has been closed: a late packet. */
  CLOSED_CONNECTION,
  /** A packet number outside the window: forged, or from long ago. */
  OUTSIDE_WINDOW,
  /** Message, offset and length contradict earlier packets or the frame's own length. */
  INCONSISTENT,
  /** A message longer than {@link TransportSettings#maxMessageBytes}. */
  TOO_LONG,
  /** No connection to spare, or the {@link PayloadSink} has no room for the message now. */
  NO_ROOM
}
