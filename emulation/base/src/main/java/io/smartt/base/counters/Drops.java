package io.smartt.base.counters;

import module java.base;

/**
 * Packets that were dropped, by reason. A reason that is absent was not counted: its number is
 * unknown, which is not 0.
 *
 * @param packets by reason
 */
public record Drops(Map<Drops.DropReason, Long> packets) {
  /** Nothing was counted. */
  public static final Drops UNKNOWN = new Drops(Map.of());

  /** Copies. */
  public Drops {
    EnumMap<DropReason, Long> copy = new EnumMap<>(DropReason.class);
    copy.putAll(packets);
    packets = Collections.unmodifiableMap(copy);
  }

  /** Returns the packets of one reason. */
  public static Drops of(DropReason reason, long count) {
    return new Drops(Map.of(reason, count));
  }

  /** Returns the packets of one reason; empty if they were not counted. */
  public OptionalLong of(DropReason reason) {
    Long count = packets.get(reason);
    return count == null ? OptionalLong.empty() : OptionalLong.of(count);
  }

  /** Returns the sum over the reasons that were counted; empty if none was. */
  public OptionalLong total() {
    return packets.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(packets.values().stream().mapToLong(Long::longValue).sum());
  }

  /** Returns these and others: a reason that one side counted has that side's number. */
  public Drops plus(Drops others) {
    EnumMap<DropReason, Long> sum = new EnumMap<>(DropReason.class);
    sum.putAll(packets);
    others.packets.forEach((reason, count) -> sum.merge(reason, count, Long::sum));
    return new Drops(sum);
  }

  /** Returns the difference to an earlier snapshot. */
  public Drops since(Drops before) {
    EnumMap<DropReason, Long> left = new EnumMap<>(DropReason.class);
    packets.forEach(
        (reason, count) -> left.put(reason, count - before.packets.getOrDefault(reason, 0L)));
    return new Drops(left);
  }

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

  /**
   * Counts the packets that a node drops, by port and reason. One thread writes; a count read from
   * another may be a moment old. Counting allocates nothing.
   */
  public static final class DropCounter {
    private static final DropReason[] REASONS = DropReason.values();

    private final long[] packets;

    /**
     * Counts nothing yet.
     *
     * @param ports highest port number
     */
    public DropCounter(int ports) {
      packets = new long[(ports + 1) * REASONS.length];
    }

    /** Counts a packet; a port that the node does not have counts as port 0. */
    public void count(int port, DropReason reason) {
      int at = port * REASONS.length + reason.ordinal();
      packets[at >= 0 && at < packets.length ? at : reason.ordinal()]++;
    }

    /** Returns what a port counted of these reasons. */
    public Drops of(int port, DropReason... reasons) {
      Map<DropReason, Long> counts = new EnumMap<>(DropReason.class);
      for (DropReason reason : reasons) {
        counts.put(reason, packets[port * REASONS.length + reason.ordinal()]);
      }
      return new Drops(counts);
    }

    /** Returns the sum over ports and reasons. */
    public long total() {
      return Arrays.stream(packets).sum();
    }

    /** Counts anew. */
    public void clear() {
      Arrays.fill(packets, 0);
    }
  }
}
