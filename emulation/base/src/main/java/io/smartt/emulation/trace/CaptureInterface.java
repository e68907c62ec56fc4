package io.smartt.emulation.trace;

/**
 * A switch port or host NIC that is captured. Its place in the list that the sink is made with is
 * its interface number.
 *
 * @param name as Mininet names it: {@code leaf1-eth3}, {@code h5-eth0}; empty if unknown
 * @param description for a person: {@code leaf1 port 3 to spine2}; empty if unknown
 * @param rateBps bits per second; 0 if unknown
 */
public record CaptureInterface(String name, String description, long rateBps) {
  /** An interface of which a file says nothing. */
  public static final CaptureInterface UNKNOWN = new CaptureInterface("", "", 0);

  /** The same under another name. */
  public CaptureInterface named(String other) {
    return new CaptureInterface(other, description, rateBps);
  }
}
