package io.smartt.softswitch.p4runtime;

/**
 * The server's treatment of its clients.
 *
 * @param strict the letter of the specification; otherwise what existing clients need is let
 *     through: device id 0, and replicas on ports that the switch does not have (yet)
 * @param maxStreamsPerRole controllers at a time for one device and role
 * @param maxWaitingPackets packets and notices kept for a controller that reads too slowly; more
 *     are dropped
 */
public record P4RuntimeSettings(boolean strict, int maxStreamsPerRole, int maxWaitingPackets) {
  /** Returns what suits existing controllers. */
  public static P4RuntimeSettings lenient() {
    return new P4RuntimeSettings(false, 64, 1024);
  }

  /** The letter of the specification. */
  public static P4RuntimeSettings strictly() {
    return new P4RuntimeSettings(true, 64, 1024);
  }
}
