package io.smartt.base.counters;

import java.util.Locale;

/** The reason for which a packet ended before it reached a host. */
public enum DropReason {
  /** A switch's queue had no room for it. */
  QUEUE_FULL("queueFull", "queue full"),

  /** The link that it was sent into was down. */
  LINK_DOWN("linkDown", "link down"),

  /** The link lost it at random, as {@code link.loss} asks for. */
  LINK_LOSS("linkLoss", "link loss"),

  /** The P4 program dropped it, an assertion of the program failed, or there was no program. */
  PROGRAM("program", "program"),

  /** Its TTL had run out. Known of the program {@code smartt} only; others' drops are PROGRAM. */
  TTL("ttl", "TTL"),

  /**
   * The program sent it to a port or queue that the switch does not have, to a multicast group
   * without ports, or cloned it in a session that is not there.
   */
  NO_PORT("noPort", "no such port"),

  /** The kernel did not take it: the interface was down or full, or the frame too long. */
  KERNEL("kernel", "refused by the kernel"),

  /** It was for controllers, and none was there, or who was there read too slowly. */
  CONTROLLER("controller", "not taken by controllers");

  private final String key;
  private final String text;

  DropReason(String key, String text) {
    this.key = key;
    this.text = text;
  }

  /** Returns the key in {@code summary.json}. */
  public String key() {
    return key;
  }

  /** Returns the words for people. */
  public String text() {
    return text;
  }

  /** Returns the beginning of the column's name in CSVs. */
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }
}
