package io.smartt.testbed.standin.asic;

/** A neighbour that packets are sent to. Its MAC address may come later, by ARP. */
public final class NextHop {
  /** No MAC address yet. */
  public static final long UNKNOWN = 0;

  private final int port;
  private final int address;
  private volatile long mac;
  private volatile boolean learnt;

  /**
   * A neighbour.
   *
   * @param port number
   * @param address IPv4
   * @param mac or {@link #UNKNOWN}
   */
  public NextHop(int port, int address, long mac) {
    this.port = port;
    this.address = address;
    this.mac = mac;
  }

  /** Returns the number of the port to it. */
  public int port() {
    return port;
  }

  /** Returns its IPv4 address. */
  public int address() {
    return address;
  }

  /** Returns its MAC address, or {@link #UNKNOWN}. */
  public long mac() {
    return mac;
  }

  /** Returns whether ARP found out its MAC address. */
  public boolean isLearnt() {
    return learnt;
  }

  /** Takes what ARP found out. */
  public void learn(long newMac) {
    learnt = true;
    mac = newMac;
  }
}
