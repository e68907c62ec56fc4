package io.smartt.base.counters;

import module java.base;

/**
 * Packets that were dropped, by reason. A reason that is absent was not counted: its number is
 * unknown, which is not 0.
 *
 * @param packets by reason
 */
public record Drops(Map<DropReason, Long> packets) {
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
}
