package io.smartt.workload.chakra;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.chakra.ChakraTraces.CollectiveAlgorithm;
import io.smartt.workload.chakra.Decomposition.Rounds;
import io.smartt.workload.chakra.TraceReader.ChakraNode;
import io.smartt.workload.schedule.RankOperations;
import io.smartt.workload.schedule.Schedule.Collective;
import io.smartt.workload.schedule.Schedule.CollectiveKind;

/**
 * The nodes of different ranks that are one collective. The members of a group are the ranks whose
 * traces have nodes with its {@code pg_name}, or all ranks where that is not said. The k-th of a
 * group in the trace of one member is the k-th of all.
 */
final class Groups {
  private static final String ALL = "";

  /** Values of {@code CollectiveCommType}, in their order. */
  private static final List<CollectiveKind> KINDS =
      List.of(
          CollectiveKind.ALL_REDUCE,
          CollectiveKind.REDUCE,
          CollectiveKind.ALL_GATHER,
          CollectiveKind.GATHER,
          CollectiveKind.SCATTER,
          CollectiveKind.BROADCAST,
          CollectiveKind.ALL_TO_ALL,
          CollectiveKind.REDUCE_SCATTER,
          CollectiveKind.REDUCE_SCATTER,
          CollectiveKind.BARRIER);

  /** Tags of collectives are above those of messages. */
  private static final int FIRST_TAG = Integer.MIN_VALUE;

  private record Group(List<Integer> ranks, List<Integer> collectives) {}

  private final CollectiveAlgorithm algorithm;
  private final Map<String, Group> groups = new TreeMap<>();
  private final List<Collective> collectives = new ArrayList<>();

  private Groups(CollectiveAlgorithm algorithm) {
    this.algorithm = algorithm;
  }

  /** Finds the collectives of traces; refuses those whose ranks do not agree. */
  static Groups of(
      List<String> files, List<List<ChakraNode>> traces, CollectiveAlgorithm algorithm) {
    Groups made = new Groups(algorithm);
    List<Map<String, List<ChakraNode>>> byRank = new ArrayList<>();
    for (int rank = 0; rank < traces.size(); rank++) {
      Map<String, List<ChakraNode>> own = new TreeMap<>();
      for (ChakraNode node : traces.get(rank)) {
        if (ChakraTraces.isCollective(node)) {
          check(files.get(rank), node);
          own.computeIfAbsent(group(node), _ -> new ArrayList<>()).add(node);
        }
      }
      byRank.add(own);
      for (String group : own.keySet()) {
        made.groups
            .computeIfAbsent(group, _ -> new Group(new ArrayList<>(), new ArrayList<>()))
            .ranks()
            .add(rank);
      }
    }
    made.groups.forEach((name, group) -> made.agree(files, byRank, name, group));
    return made;
  }

  private static void check(String file, ChakraNode node) {
    try {
      if (kind(node) != CollectiveKind.BARRIER) {
        ChakraTraces.size(node);
      }
    } catch (UserInputException e) {
      throw e.at(file + ": " + node.named());
    }
  }

  private static String group(ChakraNode node) {
    return node.texts().getOrDefault("pg_name", ALL);
  }

  private void agree(
      List<String> files, List<Map<String, List<ChakraNode>>> byRank, String name, Group group) {
    int firstRank = group.ranks().getFirst();
    List<ChakraNode> first = nodes(byRank.get(firstRank), name);
    if (name.equals(ALL) && group.ranks().size() < byRank.size()) {
      throw new UserInputException(
          "%s: %s has no pg_name, so it is of all ranks; but only %s of %s have such nodes"
              .formatted(
                  files.get(firstRank),
                  first.getFirst().named(),
                  group.ranks().size(),
                  byRank.size()));
    }
    for (int rank : group.ranks()) {
      List<ChakraNode> other = nodes(byRank.get(rank), name);
      String where = files.get(rank) + ": " + (name.equals(ALL) ? "" : "pg_name " + name + ": ");
      if (other.size() != first.size()) {
        throw new UserInputException(
            where
                + other.size()
                + " collectives, but "
                + files.get(firstRank)
                + " has "
                + first.size());
      }
      for (int i = 0; i < other.size(); i++) {
        if (!described(other.get(i)).equals(described(first.get(i)))) {
          throw new UserInputException(
              where
                  + other.get(i).named()
                  + " is "
                  + described(other.get(i))
                  + ", but "
                  + files.get(firstRank)
                  + " has "
                  + described(first.get(i))
                  + " there");
        }
      }
    }
    for (ChakraNode node : first) {
      group.collectives().add(collectives.size());
      collectives.add(collective(files.get(firstRank), node, group.ranks()));
    }
  }

  private static List<ChakraNode> nodes(Map<String, List<ChakraNode>> own, String group) {
    return own.getOrDefault(group, List.of());
  }

  private static String described(ChakraNode node) {
    CollectiveKind kind = kind(node);
    return kind == CollectiveKind.BARRIER
        ? kind.spelling()
        : kind.spelling() + " of " + ChakraTraces.size(node) + " B";
  }

  private static CollectiveKind kind(ChakraNode node) {
    Long type = node.numbers().get("comm_type");
    if (type == null || type < 0 || type >= KINDS.size()) {
      throw new UserInputException(type == null ? "comm_type is missing" : "comm_type is " + type);
    }
    return KINDS.get((int) (long) type);
  }

  /** The trace has what a rank brings in, which of a gather is a part of the whole. */
  private Collective collective(String file, ChakraNode node, List<Integer> ranks) {
    CollectiveKind kind = kind(node);
    int size = ranks.size();
    if (Decomposition.needsPowerOfTwo(kind, algorithm) && Integer.bitCount(size) != 1) {
      throw new UserInputException(
          "%s: %s has %s ranks; %s needs a power of two, collectives=ring does not"
              .formatted(file, node.named(), size, algorithm.spelling()));
    }
    long bytes =
        switch (kind) {
          case ALL_GATHER, GATHER -> ChakraTraces.size(node) * size;
          case BARRIER -> 0;
          default -> ChakraTraces.size(node);
        };
    return new Collective(node.name(), kind, Decomposition.name(kind, algorithm), bytes, ranks);
  }

  List<Collective> collectives() {
    return collectives;
  }

  /** Begins with the first collective of each group. */
  Cursor cursor(int rank) {
    return new Cursor(rank);
  }

  /** Goes through the collectives of one rank. */
  final class Cursor {
    private final int rank;
    private final Map<String, Integer> next = new HashMap<>();

    private Cursor(int rank) {
      this.rank = rank;
    }

    /** Adds the operations of a node, the next one of its group. */
    <T> T add(RankOperations own, ChakraNode node, BiFunction<Integer, Integer, T> ends) {
      Group group = groups.getOrDefault(group(node), new Group(List.of(), List.of()));
      int number = next.merge(group(node), 1, Integer::sum) - 1;
      int which = group.collectives().get(number);
      Collective one = collectives.get(which);
      int entry = own.join(node.id());
      Rounds rounds = new Rounds(own, node.id(), group.ranks(), FIRST_TAG + which, entry);
      Decomposition.add(
          rounds,
          one.kind(),
          algorithm,
          group.ranks().indexOf(rank),
          group.ranks().size(),
          one.bytes());
      int exit = own.join(node.id());
      rounds.endAt(exit);
      own.mark(entry, which);
      return ends.apply(entry, exit);
    }
  }
}
