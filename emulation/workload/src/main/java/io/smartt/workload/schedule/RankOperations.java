package io.smartt.workload.schedule;

import io.smartt.workload.schedule.RankOperations.Columns.Ints;
import io.smartt.workload.schedule.RankOperations.Columns.Longs;
import io.smartt.workload.schedule.Schedule.OperationKind;
import java.util.Arrays;

/** The operations of one rank while a schedule is read. They are numbered from 0 in their order. */
public final class RankOperations {
  final Ints kinds = new Ints();
  final Longs amounts = new Longs();
  final Ints peers = new Ints();
  final Ints tags = new Ints();
  final Ints cores = new Ints();
  final Ints nics = new Ints();
  final Longs places = new Longs();
  final Ints collectives = new Ints();

  /** Pairs: who waits, and for whom; {@code ~before} if it waits for the start alone. */
  final Ints waiting = new Ints();

  final Ints before = new Ints();

  /** Creates the operations of a rank that has none yet. */
  public RankOperations() {}

  /** Returns how many there are. */
  public int size() {
    return kinds.size();
  }

  /**
   * Adds a send.
   *
   * @param place line or number by which its file has it
   * @param bytes of the message
   * @param peer rank that receives it
   * @param tag by which the receive matches
   * @param nic of the sending and the receiving rank
   * @return its number
   */
  public int send(long place, long bytes, int peer, int tag, int nic) {
    return add(OperationKind.SEND, place, bytes, peer, tag, 0, nic);
  }

  /**
   * Adds a receive.
   *
   * @param place line or number by which its file has it
   * @param bytes that it has room for
   * @param peer rank that sends it
   * @param tag by which the send matches
   * @return its number
   */
  public int receive(long place, long bytes, int peer, int tag) {
    return add(OperationKind.RECEIVE, place, bytes, peer, tag, 0, 0);
  }

  /**
   * Adds a computation.
   *
   * @param place line or number by which its file has it
   * @param ns how long
   * @param core of the rank; one computation after the other on each
   * @return its number
   */
  public int compute(long place, long ns, int core) {
    return add(OperationKind.COMPUTE, place, ns, 0, 0, core, 0);
  }

  /** Adds what others wait for instead of for many; returns its number. */
  public int join(long place) {
    return add(OperationKind.JOIN, place, 0, 0, 0, 0, 0);
  }

  private int add(
      OperationKind kind, long place, long amount, int peer, int tag, int core, int nic) {
    kinds.add(kind.ordinal());
    amounts.add(amount);
    peers.add(peer);
    tags.add(tag);
    cores.add(core);
    nics.add(nic);
    places.add(place);
    collectives.add(Schedule.NONE);
    return kinds.size() - 1;
  }

  /** Gives the operations from a number on, up to the last one, to a collective. */
  public void mark(int from, int collective) {
    for (int i = from; i < size(); i++) {
      collectives.set(i, collective);
    }
  }

  /** Makes an operation wait until another is done. */
  public void requires(int waits, int other) {
    waiting.add(waits);
    before.add(other);
  }

  /** Makes an operation wait until another has started. */
  public void requiresStart(int waits, int other) {
    waiting.add(waits);
    before.add(~other);
  }

  /** Growing columns of numbers, for schedules of millions of operations. */
  static final class Columns {
    private Columns() {}

    /** A column of ints. */
    static final class Ints {
      private int[] values = new int[16];
      private int size;

      void add(int value) {
        if (size == values.length) {
          values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
      }

      int get(int row) {
        return values[row];
      }

      void set(int row, int value) {
        values[row] = value;
      }

      int size() {
        return size;
      }
    }

    /** A column of longs. */
    static final class Longs {
      private long[] values = new long[16];
      private int size;

      void add(long value) {
        if (size == values.length) {
          values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
      }

      long get(int row) {
        return values[row];
      }
    }
  }
}
