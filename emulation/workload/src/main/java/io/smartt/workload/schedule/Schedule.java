package io.smartt.workload.schedule;

import module java.base;

import io.smartt.host.settings.RecordSettings;

/**
 * Operations of all ranks of a job, numbered by rank and, within a rank, in the order of the file.
 * Immutable; some forty bytes an operation.
 */
public final class Schedule {
  /** The collective of operations that belong to none. */
  public static final int NONE = -1;

  private static final OperationKind[] KINDS = OperationKind.values();

  private final String placeWord;
  private final int nics;
  private final List<Collective> collectives;

  /** First operation of each rank, and behind the last the number of operations. */
  private final int[] first;

  private final byte[] kind;
  private final long[] amount;
  private final int[] peer;
  private final int[] tag;
  private final int[] core;
  private final int[] nic;
  private final long[] place;
  private final int[] collective;

  /** The index in the list at which what an operation waits for begins. */
  private final int[] firstBefore;

  /** Operations; {@code ~operation} where its start is enough. */
  private final int[] before;

  private Schedule(String placeWord, List<RankOperations> ranks, List<Collective> collectives) {
    this.placeWord = placeWord;
    this.collectives = List.copyOf(collectives);
    first = new int[ranks.size() + 1];
    int edges = 0;
    for (int rank = 0; rank < ranks.size(); rank++) {
      first[rank + 1] = Math.addExact(first[rank], ranks.get(rank).size());
      edges += ranks.get(rank).waiting.size();
    }
    int size = first[ranks.size()];
    kind = new byte[size];
    amount = new long[size];
    peer = new int[size];
    tag = new int[size];
    core = new int[size];
    nic = new int[size];
    place = new long[size];
    collective = new int[size];
    firstBefore = new int[size + 1];
    before = new int[edges];
    for (int rank = 0; rank < ranks.size(); rank++) {
      copy(ranks.get(rank), first[rank]);
    }
    nics = Arrays.stream(nic).max().orElse(0) + 1;
  }

  /**
   * Makes a schedule.
   *
   * @param placeWord what the place of an operation is: {@code line}
   * @param ranks operations of each
   * @param collectives that operations are marked with
   */
  public static Schedule of(
      String placeWord, List<RankOperations> ranks, List<Collective> collectives) {
    return new Schedule(placeWord, ranks, collectives);
  }

  private void copy(RankOperations from, int offset) {
    int size = from.size();
    for (int i = 0; i < size; i++) {
      kind[offset + i] = (byte) from.kinds.get(i);
      amount[offset + i] = from.amounts.get(i);
      peer[offset + i] = from.peers.get(i);
      tag[offset + i] = from.tags.get(i);
      core[offset + i] = from.cores.get(i);
      nic[offset + i] = from.nics.get(i);
      place[offset + i] = from.places.get(i);
      collective[offset + i] = from.collectives.get(i);
    }
    int[] count = new int[size];
    for (int edge = 0; edge < from.waiting.size(); edge++) {
      count[from.waiting.get(edge)]++;
    }
    for (int i = 0; i < size; i++) {
      firstBefore[offset + i + 1] = firstBefore[offset + i] + count[i];
    }
    int[] next = Arrays.copyOfRange(firstBefore, offset, offset + size);
    for (int edge = 0; edge < from.waiting.size(); edge++) {
      int waits = from.before.get(edge);
      before[next[from.waiting.get(edge)]++] = waits < 0 ? ~(offset + ~waits) : offset + waits;
    }
  }

  /** Returns how many ranks there are. */
  public int ranks() {
    return first.length - 1;
  }

  /** Returns how many operations there are. */
  public int size() {
    return kind.length;
  }

  /** NICs of each rank: one more than the largest number that a send names. */
  public int nics() {
    return nics;
  }

  /** Collectives, which {@link #collective} counts. */
  public List<Collective> collectives() {
    return collectives;
  }

  /** First operation of a rank; of the rank behind the last, the number of operations. */
  public int first(int rank) {
    return first[rank];
  }

  public int rank(int operation) {
    int found = Arrays.binarySearch(first, operation);
    int rank = found < 0 ? -found - 2 : found;
    // Of ranks without operations, the last of the same number has it.
    while (first[rank + 1] == operation) {
      rank++;
    }
    return rank;
  }

  /** Returns what an operation does. */
  public OperationKind kind(int operation) {
    return KINDS[kind[operation]];
  }

  /** Bytes of a message, nanoseconds of a computation. */
  public long amount(int operation) {
    return amount[operation];
  }

  /** The other rank of a message. */
  public int peer(int operation) {
    return peer[operation];
  }

  /** Tag of a message, 32 bits. */
  public int tag(int operation) {
    return tag[operation];
  }

  /** Core of a computation. */
  public int core(int operation) {
    return core[operation];
  }

  /** NIC of a send, at both ends. */
  public int nic(int operation) {
    return nic[operation];
  }

  /** Index of the collective that an operation belongs to, or {@link #NONE}. */
  public int collective(int operation) {
    return collective[operation];
  }

  /** Says what an operation waits for: operations, or {@code ~operation} for a start alone. */
  public void forEachBefore(int operation, IntConsumer visitor) {
    for (int i = firstBefore[operation]; i < firstBefore[operation + 1]; i++) {
      visitor.accept(before[i]);
    }
  }

  /** Returns the number of operations that an operation waits for. */
  public int countBefore(int operation) {
    return firstBefore[operation + 1] - firstBefore[operation];
  }

  /** One of those that an operation waits for, as {@link #forEachBefore} says it. */
  public int before(int operation, int which) {
    return before[firstBefore[operation] + which];
  }

  /** Returns what an operation is, without its place. */
  public String text(int operation) {
    String tagged =
        collective[operation] == NONE
            ? " with tag " + Integer.toUnsignedString(tag[operation])
            : " of " + collectives.get(collective[operation]).name();
    return switch (kind(operation)) {
      case SEND -> "send of " + amount[operation] + "b to rank " + peer[operation] + tagged;
      case RECEIVE -> "recv from rank " + peer[operation] + tagged;
      case COMPUTE -> "calc " + amount[operation];
      case JOIN -> "join";
    };
  }

  /** An operation for errors: rank, place, what it is. */
  public String named(int operation) {
    return "rank " + rank(operation) + ", " + where(operation) + ", " + text(operation);
  }

  /** Place of an operation: {@code line 3}. */
  public String where(int operation) {
    return placeWord + " " + place[operation];
  }

  /**
   * A collective operation that a schedule has as sends and receives.
   *
   * @param name as its file has it
   * @param kind what it does
   * @param algorithm that decomposed it
   * @param bytes its size, as {@link CollectiveKind} counts it
   * @param ranks that take part, in the order of the algorithm
   */
  public record Collective(
      String name, CollectiveKind kind, String algorithm, long bytes, List<Integer> ranks) {
    /** Copies the ranks. */
    public Collective {
      ranks = List.copyOf(ranks);
    }
  }

  /**
   * The kinds of collective operation, and the bus bandwidth of each: bytes a second times the
   * factor of nccl-tests (doc/PERFORMANCE.md), which makes it the rate of the slowest link if the
   * algorithm is the best one.
   */
  public enum CollectiveKind {
    /** Everybody gets the sum. Size: the vector. */
    ALL_REDUCE,
    /** Everybody gets a part of the sum. Size: the vector before. */
    REDUCE_SCATTER,
    /** Everybody gets all parts. Size: the vector after. */
    ALL_GATHER,
    /** Everybody sends each a part of its own. Size: what one sends, its own part included. */
    ALL_TO_ALL,
    /** The first sends all the same. Size: the vector. */
    BROADCAST,
    /** The first gets the sum. Size: the vector. */
    REDUCE,
    /** The first gets all parts. Size: the vector after. */
    GATHER,
    /** The first sends each a part. Size: the vector before. */
    SCATTER,
    /** Nobody goes on before all are there. No size. */
    BARRIER;

    /** The word in reports. */
    public String spelling() {
      return RecordSettings.spelling(this);
    }

    /** Returns the factor that the rate of bytes is multiplied by, with that many ranks. */
    public double busFactor(int ranks) {
      double others = (ranks - 1.0) / ranks;
      return switch (this) {
        case ALL_REDUCE -> 2 * others;
        case REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL, GATHER, SCATTER -> others;
        case BROADCAST, REDUCE -> 1;
        case BARRIER -> 0;
      };
    }
  }

  /** The kinds of work that an operation does. */
  public enum OperationKind {
    /** Sends a message; done when its last byte is acknowledged. */
    SEND,
    /** Receives a message; done when it is posted and the last byte has arrived. */
    RECEIVE,
    /** Computes, on a core of its rank. */
    COMPUTE,
    /** Takes no time and no core: others wait for it alone instead of for all that it waits for. */
    JOIN;

    /** The word that reports and errors have for it. */
    public String word() {
      return switch (this) {
        case SEND -> "send";
        case RECEIVE -> "recv";
        case COMPUTE -> "calc";
        case JOIN -> "join";
      };
    }
  }
}
