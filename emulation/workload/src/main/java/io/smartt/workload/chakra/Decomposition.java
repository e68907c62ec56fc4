package io.smartt.workload.chakra;

import module java.base;

import io.smartt.workload.chakra.ChakraTraces.CollectiveAlgorithm;
import io.smartt.workload.schedule.RankOperations;
import io.smartt.workload.schedule.Schedule.CollectiveKind;

/** The messages that one member of a collective sends and receives, by algorithm. */
final class Decomposition {
  private final Rounds rounds;
  private final int me;
  private final int size;
  private final long bytes;

  /** A part of the vector, one for each member. */
  private final long part;

  private Decomposition(Rounds rounds, int me, int size, long bytes) {
    this.rounds = rounds;
    this.me = me;
    this.size = size;
    this.bytes = bytes;
    part = Math.ceilDiv(bytes, size);
  }

  /** Returns whether an algorithm needs a power of two of members for a kind. */
  static boolean needsPowerOfTwo(CollectiveKind kind, CollectiveAlgorithm algorithm) {
    return (algorithm == CollectiveAlgorithm.HALVING_DOUBLING
            || algorithm == CollectiveAlgorithm.BUTTERFLY)
        && switch (kind) {
          case ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER -> true;
          default -> false;
        };
  }

  /** The algorithm that a kind has where another is asked for that it does not have. */
  static String name(CollectiveKind kind, CollectiveAlgorithm algorithm) {
    return switch (kind) {
      case ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER ->
          kind != CollectiveKind.ALL_REDUCE && algorithm == CollectiveAlgorithm.BUTTERFLY
              ? CollectiveAlgorithm.HALVING_DOUBLING.spelling()
              : algorithm.spelling();
      case BROADCAST, REDUCE, GATHER, SCATTER ->
          isTree(algorithm)
              ? CollectiveAlgorithm.TREE.spelling()
              : kind == CollectiveKind.BROADCAST || kind == CollectiveKind.REDUCE
                  ? algorithm.spelling()
                  : CollectiveAlgorithm.DIRECT.spelling();
      case ALL_TO_ALL -> CollectiveAlgorithm.DIRECT.spelling();
      case BARRIER -> "dissemination";
    };
  }

  private static boolean isTree(CollectiveAlgorithm algorithm) {
    return switch (algorithm) {
      case TREE, HALVING_DOUBLING, BUTTERFLY -> true;
      case RING, DIRECT -> false;
    };
  }

  /**
   * Adds a member's operations.
   *
   * @param me number of the member; the first is the root
   * @param size how many members there are
   * @param bytes as {@link CollectiveKind} counts them
   */
  static void add(
      Rounds rounds,
      CollectiveKind kind,
      CollectiveAlgorithm algorithm,
      int me,
      int size,
      long bytes) {
    if (size > 1) {
      new Decomposition(rounds, me, size, bytes).add(kind, algorithm);
    }
  }

  private void add(CollectiveKind kind, CollectiveAlgorithm algorithm) {
    switch (kind) {
      case ALL_REDUCE -> {
        if (algorithm == CollectiveAlgorithm.BUTTERFLY) {
          butterfly();
        } else if (algorithm == CollectiveAlgorithm.TREE) {
          toRoot(false);
          fromRoot(false);
        } else {
          scatterReduce(algorithm);
          gatherAll(algorithm);
        }
      }
      case REDUCE_SCATTER -> scatterReduce(algorithm);
      case ALL_GATHER -> gatherAll(algorithm);
      case ALL_TO_ALL -> eachToEach();
      case BROADCAST -> oneToAll(algorithm);
      case REDUCE -> allToOne(algorithm);
      case GATHER -> {
        if (isTree(algorithm)) {
          toRoot(true);
        } else {
          toFirst(part);
        }
      }
      case SCATTER -> {
        if (isTree(algorithm)) {
          fromRoot(true);
        } else {
          fromFirst(part);
        }
      }
      case BARRIER -> disseminate();
    }
  }

  private void scatterReduce(CollectiveAlgorithm algorithm) {
    switch (algorithm) {
      case RING -> ring();
      case HALVING_DOUBLING, BUTTERFLY -> {
        for (int away = size / 2; away > 0; away /= 2) {
          exchange(me ^ away, part * away);
        }
      }
      case TREE -> {
        toRoot(false);
        fromRoot(true);
      }
      case DIRECT -> eachToEach();
    }
  }

  private void gatherAll(CollectiveAlgorithm algorithm) {
    switch (algorithm) {
      case RING -> ring();
      case HALVING_DOUBLING, BUTTERFLY -> {
        for (int away = 1; away < size; away *= 2) {
          exchange(me ^ away, part * away);
        }
      }
      case TREE -> {
        toRoot(true);
        fromRoot(false);
      }
      case DIRECT -> eachToEach();
    }
  }

  private void ring() {
    for (int step = 0; step < size - 1; step++) {
      rounds.send((me + 1) % size, part);
      rounds.receive((me + size - 1) % size, part);
      rounds.next();
    }
  }

  private void butterfly() {
    for (int away = 1; away < size; away *= 2) {
      exchange(me ^ away, bytes);
    }
  }

  private void exchange(int other, long amount) {
    rounds.send(other, amount);
    rounds.receive(other, amount);
    rounds.next();
  }

  /**
   * Sends to the others in an order that begins with the next one, so that not all send to the
   * first.
   */
  private void eachToEach() {
    for (int away = 1; away < size; away++) {
      rounds.send((me + away) % size, part);
      rounds.receive((me + size - away) % size, part);
    }
    rounds.next();
  }

  private void oneToAll(CollectiveAlgorithm algorithm) {
    switch (algorithm) {
      case RING -> chain(me, me - 1, me + 1);
      case DIRECT -> fromFirst(bytes);
      case TREE, HALVING_DOUBLING, BUTTERFLY -> fromRoot(false);
    }
  }

  private void allToOne(CollectiveAlgorithm algorithm) {
    switch (algorithm) {
      case RING -> chain(size - 1 - me, me + 1, me - 1);
      case DIRECT -> toFirst(bytes);
      case TREE, HALVING_DOUBLING, BUTTERFLY -> toRoot(false);
    }
  }

  /**
   * Part after part, from the member before to the one behind, which passes on the first sooner.
   */
  private void chain(int position, int before, int behind) {
    for (int step = 0; step < size; step++) {
      if (position > 0) {
        rounds.receive(before, part);
        rounds.next();
      }
      if (position < size - 1) {
        rounds.sendNext(behind, part);
      }
    }
  }

  private void fromFirst(long amount) {
    if (me == 0) {
      for (int other = 1; other < size; other++) {
        rounds.send(other, amount);
      }
    } else {
      rounds.receive(0, amount);
    }
    rounds.next();
  }

  private void toFirst(long amount) {
    if (me == 0) {
      for (int other = 1; other < size; other++) {
        rounds.receive(other, amount);
      }
    } else {
      rounds.send(0, amount);
    }
    rounds.next();
  }

  /**
   * Sends to the first along a binomial tree: a member has the children 1, 2, 4 and so on behind
   * it, up to its own lowest bit.
   *
   * @param parts whether a message has the parts of its subtree alone, and not the whole
   */
  private void toRoot(boolean parts) {
    for (int away = 1; away < size; away *= 2) {
      if ((me & away) != 0) {
        rounds.next();
        rounds.send(me - away, amount(me, away, parts));
        return;
      }
      if (me + away < size) {
        rounds.receive(me + away, amount(me + away, away, parts));
      }
    }
    rounds.next();
  }

  private void fromRoot(boolean parts) {
    int lowest = me == 0 ? Integer.highestOneBit(size - 1) << 1 : Integer.lowestOneBit(me);
    if (me != 0) {
      rounds.receive(me - lowest, amount(me, lowest, parts));
      rounds.next();
    }
    for (int away = lowest / 2; away > 0; away /= 2) {
      if (me + away < size) {
        rounds.sendNext(me + away, amount(me + away, away, parts));
      }
    }
  }

  private long amount(int child, int subtree, boolean parts) {
    return parts ? part * Math.min(subtree, size - child) : bytes;
  }

  private void disseminate() {
    for (int away = 1; away < size; away *= 2) {
      rounds.send((me + away) % size, 1);
      rounds.receive((me + size - away) % size, 1);
      rounds.next();
    }
  }

  /**
   * Operations of one rank in one collective, round after round: what it sends in a round waits for
   * what it received in the rounds before, and down a tree or chain for what it sent. It posts the
   * receives of a round when those of the round before are done.
   */
  static final class Rounds {
    private final RankOperations own;
    private final long place;
    private final List<Integer> ranks;
    private final int tag;
    private final int entry;
    private final List<Integer> all = new ArrayList<>();
    private List<Integer> received = new ArrayList<>();
    private List<Integer> receiving = new ArrayList<>();
    private OptionalInt sent = OptionalInt.empty();

    /**
     * @param place of the node, for errors
     * @param ranks of the members, which are numbered from 0 here
     * @param tag of the collective
     * @param entry operation that the node's dependencies end at
     */
    Rounds(RankOperations own, long place, List<Integer> ranks, int tag, int entry) {
      this.own = own;
      this.place = place;
      this.ranks = ranks;
      this.tag = tag;
      this.entry = entry;
    }

    /** Sends to a member in this round; an empty message is one of a byte. */
    void send(int member, long bytes) {
      int op = own.send(place, Math.max(1, bytes), ranks.get(member), tag, 0);
      after(op);
    }

    /** Sends when what was last sent by this is there: together they would all come at the end. */
    void sendNext(int member, long bytes) {
      send(member, bytes);
      sent.ifPresent(before -> own.requires(all.getLast(), before));
      sent = OptionalInt.of(all.getLast());
    }

    /** Receives from a member in this round. */
    void receive(int member, long bytes) {
      int op = own.receive(place, Math.max(1, bytes), ranks.get(member), tag);
      after(op);
      receiving.add(op);
    }

    private void after(int op) {
      if (received.isEmpty()) {
        own.requires(op, entry);
      } else {
        received.forEach(before -> own.requires(op, before));
      }
      all.add(op);
    }

    /** Goes on to the next round; one without a receive changes nothing. */
    void next() {
      if (!receiving.isEmpty()) {
        received = receiving;
        receiving = new ArrayList<>();
      }
    }

    /** Makes an operation wait for all that was sent and received. */
    void endAt(int exit) {
      own.requires(exit, entry);
      all.forEach(op -> own.requires(exit, op));
    }
  }
}
