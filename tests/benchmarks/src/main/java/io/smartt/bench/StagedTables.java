package io.smartt.bench;

import module java.base;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;

/**
 * The tables of smartt.p4 as arrays of numbers, written by hand: what a compiler that works in
 * stages could make of them at best.
 */
final class StagedTables {
  static final int CLASS_DATA = 1;
  static final int CLASS_CONTROL = 2;
  static final int RED_LINEAR = 1;
  static final int QUEUES = 8;
  private static final int MISS = -1;
  private static final int SPREAD = 0x9e3779b9;

  final int salt;
  final int[] classes = new int[64];
  final int[] classQueues = new int[64];
  final long[] trimAbove;
  final int[] trimBytes;
  final int[] trimDscp;
  final int[] trimQueue;
  final int[] redKind;
  final long[] kmin;
  final long[] kmax;
  final long[] redMost;

  /** Members of groups, one group behind the other. */
  final int[] memberPorts;

  final long[] memberMacs;
  private final int[] groupFirsts;
  private final int[] groupSizes;

  /** Prefixes of full length: address and group, in places by hash. */
  private final int[] fullKeys;

  private final int[] fullGroups;
  private final int shift;

  /** The others: where each interval begins, with the sign turned, and its group. */
  private final int[] starts;

  private final int[] startGroups;

  StagedTables(PipelineControl control, int ports) {
    int cells = (ports + 1) * QUEUES;
    trimAbove = new long[cells];
    trimBytes = new int[cells];
    trimDscp = new int[cells];
    trimQueue = new int[cells];
    redKind = new int[cells];
    kmin = new long[cells];
    kmax = new long[cells];
    redMost = new long[cells];
    salt = (int) arg(control.defaultTarget("ingress.ecmp_salt").orElseThrow(), 0);
    for (TableEntry entry : control.entries("ingress.traffic_class")) {
      int dscp = (int) exact(entry, 0);
      classes[dscp] =
          switch (name(entry)) {
            case "ingress.control_class" -> CLASS_CONTROL;
            case "ingress.data_class" -> CLASS_DATA;
            default -> 0;
          };
      classQueues[dscp] = classes[dscp] == 0 ? 0 : (int) arg(entry.target(), 0);
    }
    Arrays.fill(trimAbove, Long.MAX_VALUE);
    for (TableEntry entry : control.entries("ingress.trim_limit")) {
      int cell = (int) exact(entry, 0) * QUEUES + (int) exact(entry, 1);
      trimAbove[cell] = arg(entry.target(), 0);
      trimBytes[cell] = (int) arg(entry.target(), 1);
      trimDscp[cell] = (int) arg(entry.target(), 2);
      trimQueue[cell] = (int) arg(entry.target(), 3);
    }
    for (TableEntry entry : control.entries("egress.red_profile")) {
      int cell = (int) exact(entry, 0) * QUEUES + (int) exact(entry, 1);
      redKind[cell] = RED_LINEAR;
      kmin[cell] = arg(entry.target(), 0);
      kmax[cell] = arg(entry.target(), 1);
      redMost[cell] = name(entry).equals("egress.mark_up_to") ? arg(entry.target(), 2) : 1 << 16;
    }
    List<EntryTarget.ActionCall> calls = new ArrayList<>();
    Map<EntryTarget, Integer> groups = new HashMap<>();
    List<int[]> spans = new ArrayList<>();
    NavigableMap<Long, Integer> intervals = new TreeMap<>(Map.of(0L, MISS));
    Map<Integer, Integer> full = new HashMap<>();
    List<TableEntry> routes =
        control.entries("ingress.ipv4_lpm").stream()
            .sorted(Comparator.comparingInt(StagedTables::length))
            .toList();
    for (TableEntry entry : routes) {
      int group =
          groups.computeIfAbsent(
              entry.target(),
              target -> {
                int from = calls.size();
                calls.addAll(members(control, target));
                spans.add(new int[] {from, calls.size() - from});
                return spans.size() - 1;
              });
      long value = ((MatchValue.Lpm) entry.key().getFirst()).value().value().longValue();
      if (length(entry) == 32) {
        full.put((int) value, group);
      } else {
        // Shorter prefixes come first, so that longer ones lie on top of them.
        long end = value + (1L << (32 - length(entry)));
        int behind = intervals.floorEntry(end).getValue();
        intervals.subMap(value, end).clear();
        intervals.put(value, group);
        if (end < 1L << 32) {
          intervals.putIfAbsent(end, behind);
        }
      }
    }
    memberPorts = calls.stream().mapToInt(call -> (int) arg(call, 0)).toArray();
    memberMacs = calls.stream().mapToLong(call -> arg(call, 1)).toArray();
    groupFirsts = spans.stream().mapToInt(span -> span[0]).toArray();
    groupSizes = spans.stream().mapToInt(span -> span[1]).toArray();
    starts =
        intervals.keySet().stream().mapToInt(key -> key.intValue() ^ Integer.MIN_VALUE).toArray();
    startGroups = intervals.values().stream().mapToInt(group -> group).toArray();
    int bits = 34 - Integer.numberOfLeadingZeros(full.size());
    shift = 32 - bits;
    fullKeys = new int[1 << bits];
    fullGroups = new int[1 << bits];
    Arrays.fill(fullGroups, MISS);
    full.forEach((key, group) -> {
      int at = (key * SPREAD) >>> shift;
      while (fullGroups[at] != MISS) {
        at = (at + 1) & (fullKeys.length - 1);
      }
      fullKeys[at] = key;
      fullGroups[at] = group;
    });
  }

  private static int length(TableEntry entry) {
    return entry.key().getFirst() instanceof MatchValue.Lpm lpm ? lpm.prefixLength() : 0;
  }

  private static String name(TableEntry entry) {
    return ((EntryTarget.ActionCall) entry.target()).action();
  }

  private static long exact(TableEntry entry, int field) {
    return ((MatchValue.Exact) entry.key().get(field)).value().value().longValue();
  }

  private static long arg(EntryTarget target, int place) {
    Bits bits = ((EntryTarget.ActionCall) target).arguments().get(place);
    return bits.value().longValue();
  }

  private static List<EntryTarget.ActionCall> members(PipelineControl control, EntryTarget target) {
    Map<Integer, EntryTarget.ActionCall> all = control.members("ingress.ecmp");
    return switch (target) {
      case EntryTarget.ActionCall call -> List.of(call);
      case EntryTarget.Member(int id) -> List.of(Objects.requireNonNull(all.get(id)));
      case EntryTarget.Group(int id) ->
          Objects.requireNonNull(control.groups("ingress.ecmp").get(id)).stream()
              .flatMap(member ->
                  Collections.nCopies(
                      member.weight(), Objects.requireNonNull(all.get(member.memberId())))
                      .stream())
              .toList();
    };
  }

  /** The group of an address, or less than 0. */
  int group(int address) {
    for (int at = (address * SPREAD) >>> shift;
        fullGroups[at] >= 0;
        at = at + 1 & fullKeys.length - 1) {
      if (fullKeys[at] == address) {
        return fullGroups[at];
      }
    }
    int key = address ^ Integer.MIN_VALUE;
    int base = 0;
    // Without a branch that would often be guessed wrong.
    for (int left = starts.length; left > 1; left -= left >>> 1) {
      int middle = base + (left >>> 1);
      base = starts[middle] <= key ? middle : base;
    }
    return startGroups[base];
  }

  /** The member of a group for a hash. */
  int member(int group, int hash) {
    int count = groupSizes[group];
    int chosen =
        (count & count - 1) == 0 ? hash & count - 1 : Integer.remainderUnsigned(hash, count);
    return groupFirsts[group] + chosen;
  }
}
