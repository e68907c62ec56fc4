package io.smartt.base.counters;

import module java.base;

import io.smartt.p4.pipeline.PacketByteCount;

/**
 * The beginnings and ends of a run's packets. What began is what ended, was dropped or is still on
 * its way; on fabrics in real time some may be unaccounted for. A source or an end that is absent
 * was not counted, which is not 0.
 *
 * @param from packets by where they began
 * @param to packets by where they are at the end of the run, unless they were dropped
 * @param dropped packets by reason, those of full queues included
 * @param ports of switches: what each dropped outside its queues
 */
public record PacketLedger(
    Map<Source, Long> from, Map<End, Long> to, Drops dropped, List<PortDrops> ports) {
  /** Nothing was counted. */
  public static final PacketLedger UNKNOWN =
      new PacketLedger(Map.of(), Map.of(), Drops.UNKNOWN, List.of());

  /** The places where a packet can begin. */
  public enum Source {
    /** Packets in a queue or on a link when the run began. */
    BEFORE("onTheWayBefore"),
    /** A host sent it, whether data, an answer, or a pause frame. */
    HOSTS("sentByHosts"),
    /** A switch made it: pause frames. */
    SWITCHES("madeBySwitches"),
    /** A multicast group or clone session made it of another packet. */
    COPIES("copiedBySwitches"),
    /** A controller sent it (packet-out). */
    CONTROLLERS("sentByControllers");

    private final String key;

    Source(String key) {
      this.key = key;
    }

    /** Returns the key in {@code summary.json}. */
    public String key() {
      return key;
    }
  }

  /** The places where a packet that was not dropped can be. */
  public enum End {
    /** A host received it, whether its transport had a use for it or not. */
    HOSTS("receivedByHosts"),
    /** A switch obeyed it: pause frames. */
    SWITCHES("takenBySwitches"),
    /** The copies of a multicast group took its place. */
    COPIES("replacedByCopies"),
    /** A controller received it (packet-in). */
    CONTROLLERS("receivedByControllers"),
    /** It waits in a queue of a switch. */
    QUEUED("queuedAtEnd"),
    /** It is on a link. */
    IN_FLIGHT("inFlightAtEnd");

    private final String key;

    End(String key) {
      this.key = key;
    }

    /** Returns the key in {@code summary.json}. */
    public String key() {
      return key;
    }
  }

  /** Copies. */
  public PacketLedger {
    from = copy(from, Source.class);
    to = copy(to, End.class);
    ports = List.copyOf(ports);
  }

  private static <K extends Enum<K>> Map<K, Long> copy(Map<K, Long> counts, Class<K> keys) {
    EnumMap<K, Long> copy = new EnumMap<>(keys);
    copy.putAll(counts);
    return Collections.unmodifiableMap(copy);
  }

  /** Returns a ledger that knows drops only. */
  public static PacketLedger of(Drops dropped, List<PortDrops> ports) {
    return new PacketLedger(Map.of(), Map.of(), dropped, ports);
  }

  /**
   * Returns how many packets began and are not known to have ended; negative if more ended. Empty
   * where hosts or drops were not counted, or where more ended and copies were not.
   */
  public OptionalLong unaccounted() {
    if (!from.containsKey(Source.HOSTS) || !to.containsKey(End.HOSTS)) {
      return OptionalLong.empty();
    }
    long open = sum(from) - sum(to) - dropped.total().orElse(0);
    boolean known = dropped.total().isPresent() && (open >= 0 || from.containsKey(Source.COPIES));
    return known ? OptionalLong.of(open) : OptionalLong.empty();
  }

  private static long sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns this and the ledger of other nodes. */
  public PacketLedger plus(PacketLedger others) {
    List<PortDrops> all = new ArrayList<>(ports);
    all.addAll(others.ports);
    return new PacketLedger(
        plus(from, others.from), plus(to, others.to), dropped.plus(others.dropped), all);
  }

  private static <K> Map<K, Long> plus(Map<K, Long> some, Map<K, Long> others) {
    Map<K, Long> sum = new LinkedHashMap<>(some);
    others.forEach((key, count) -> sum.merge(key, count, Long::sum));
    return sum;
  }

  /** Returns the ledger of the time since an earlier one; what was on its way then is a source. */
  public PacketLedger since(PacketLedger before) {
    EnumMap<Source, Long> began = new EnumMap<>(Source.class);
    from.forEach((source, count) -> began.put(source, count - before.from(source)));
    EnumMap<End, Long> ended = new EnumMap<>(End.class);
    to.forEach((end, count) -> ended.put(end, isOnTheWay(end) ? count : count - before.to(end)));
    long onTheWay = before.to(End.QUEUED) + before.to(End.IN_FLIGHT);
    if (onTheWay > 0) {
      began.put(Source.BEFORE, onTheWay);
    }
    Map<PortKey, Drops> earlier =
        before.ports.stream().collect(Collectors.toMap(PortKey::of, PortDrops::drops));
    return new PacketLedger(
        began,
        ended,
        dropped.since(before.dropped),
        ports.stream()
            .map(port ->
                new PortDrops(
                    port.switchName(),
                    port.port(),
                    port.drops()
                        .since(
                            Objects.requireNonNullElse(
                                earlier.get(PortKey.of(port)), Drops.UNKNOWN))))
            .toList());
  }

  private record PortKey(String switchName, int port) {
    static PortKey of(PortDrops drops) {
      return new PortKey(drops.switchName(), drops.port());
    }
  }

  private static boolean isOnTheWay(End end) {
    return end == End.QUEUED || end == End.IN_FLIGHT;
  }

  private long from(Source source) {
    return from.getOrDefault(source, 0L);
  }

  /** Returns how many ended so; 0 if that was not counted. */
  public long to(End end) {
    return to.getOrDefault(end, 0L);
  }

  /** Returns the equation in figures, for messages. */
  public String equation() {
    List<String> began = new ArrayList<>();
    from.forEach((source, count) -> began.add(source.key() + " " + count));
    List<String> ended = new ArrayList<>();
    to.forEach((end, count) -> ended.add(end.key() + " " + count));
    for (Map.Entry<Drops.DropReason, Long> count : dropped.packets().entrySet()) {
      ended.add("dropped (" + count.getKey().text() + ") " + count.getValue());
    }
    return String.join(" + ", began) + " against " + String.join(" + ", ended);
  }

  /**
   * The drops of one port of a switch outside its queues, in either direction of its link.
   *
   * @param port number as P4 sees it
   */
  public record PortDrops(String switchName, int port, Drops drops) {}

  /**
   * The packets of one switch, between its ports: those that came in or were made are those that
   * left, ended or wait.
   *
   * @param waitingBefore in queues when counting began
   * @param received taken in at any port
   * @param copied made by multicast groups and clone sessions
   * @param replicated whose place their multicast copies took
   * @param sent given to a port
   * @param dropped for any reason
   * @param waiting in queues
   */
  public record PacketBalance(
      long waitingBefore,
      long received,
      long copied,
      long replicated,
      long sent,
      long dropped,
      long waiting) {
    /** Returns how many packets more came in than ended: 0 unless some were lost track of. */
    public long unaccounted() {
      return waitingBefore + received + copied - replicated - sent - dropped - waiting;
    }
  }

  /**
   * The packets that the cable at one switch port has handed to the switch.
   *
   * @param switchName the switch
   * @param port number as P4 sees it
   * @param received whole packets, pause frames among them
   */
  public record PortArrivals(String switchName, int port, PacketByteCount received) {}
}
