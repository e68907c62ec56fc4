package io.smartt.workload.schedule;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.schedule.Schedule.OperationKind;
import java.util.Arrays;

/**
 * The pairs of sends and receives: those of one pair of ranks and one tag in the order of the file,
 * as messages of MPI between two ranks do not overtake each other.
 */
public final class Matching {
  private static final int NONE = -1;

  private final Schedule schedule;
  private final int[] partner;

  private Matching(Schedule schedule) {
    this.schedule = schedule;
    partner = new int[schedule.size()];
    Arrays.fill(partner, NONE);
  }

  /** Matches all; refuses what is left over, and receives without room for their message. */
  public static Matching of(String file, Schedule schedule) {
    Matching matching = new Matching(schedule);
    Queues queues = new Queues(schedule);
    for (int rank = 0; rank < schedule.ranks(); rank++) {
      queues.fill(rank);
      for (int op = schedule.first(rank); op < schedule.first(rank + 1); op++) {
        if (schedule.kind(op) == OperationKind.RECEIVE) {
          matching.match(file, op, queues.next(op));
        }
      }
    }
    for (int op = 0; op < schedule.size(); op++) {
      if (schedule.kind(op) == OperationKind.SEND && matching.partner[op] == NONE) {
        throw new UserInputException(file + ": no recv for " + schedule.named(op));
      }
    }
    return matching;
  }

  private void match(String file, int receive, int send) {
    if (send == NONE) {
      throw new UserInputException(file + ": no send for " + schedule.named(receive));
    }
    if (schedule.amount(receive) < schedule.amount(send)) {
      throw new UserInputException(
          "%s: %s has room for %sb, but gets %s"
              .formatted(
                  file, schedule.named(receive), schedule.amount(receive), schedule.named(send)));
    }
    partner[receive] = send;
    partner[send] = receive;
  }

  /** The receive of a send, or the send of a receive. */
  public int partner(int operation) {
    return partner[operation];
  }

  /** Sends to one rank after the other, by sender and tag: lists that are linked by number. */
  private static final class Queues {
    private final Schedule schedule;

    /** Sends by receiving rank. */
    private final int[] bySink;

    private final int[] firstOfSink;
    private final int[] next;
    private final LongTable heads = new LongTable();
    private final LongTable tails = new LongTable();

    Queues(Schedule schedule) {
      this.schedule = schedule;
      next = new int[schedule.size()];
      firstOfSink = new int[schedule.ranks() + 1];
      for (int op = 0; op < schedule.size(); op++) {
        if (schedule.kind(op) == OperationKind.SEND) {
          firstOfSink[schedule.peer(op) + 1]++;
        }
      }
      for (int rank = 0; rank < schedule.ranks(); rank++) {
        firstOfSink[rank + 1] += firstOfSink[rank];
      }
      bySink = new int[firstOfSink[schedule.ranks()]];
      int[] at = firstOfSink.clone();
      for (int op = 0; op < schedule.size(); op++) {
        if (schedule.kind(op) == OperationKind.SEND) {
          bySink[at[schedule.peer(op)]++] = op;
        }
      }
    }

    void fill(int sink) {
      heads.clear();
      tails.clear();
      for (int i = firstOfSink[sink]; i < firstOfSink[sink + 1]; i++) {
        int send = bySink[i];
        next[send] = NONE;
        long key = key(schedule.rank(send), schedule.tag(send));
        int tail = tails.get(key);
        if (tail == LongTable.NONE) {
          heads.put(key, send);
        } else {
          next[tail] = send;
        }
        tails.put(key, send);
      }
    }

    int next(int receive) {
      long key = key(schedule.peer(receive), schedule.tag(receive));
      int head = heads.get(key);
      if (head == LongTable.NONE || head == schedule.size()) {
        return NONE;
      }
      // A list that has ended keeps its key, with a number that no operation has.
      heads.put(key, next[head] == NONE ? schedule.size() : next[head]);
      return head;
    }

    private static long key(int from, int tag) {
      return ((long) from << Integer.SIZE) | (tag & 0xFFFF_FFFFL);
    }
  }

  /** A map from longs to ints, by open addressing; boxes nothing. */
  static final class LongTable {
    /** The value of a key that is not there. */
    static final int NONE = -1;

    private long[] keys = new long[16];
    private int[] values = new int[16];
    private int size;

    LongTable() {
      Arrays.fill(values, NONE);
    }

    int get(long key) {
      return values[slot(keys, values, key)];
    }

    /** Sets what a key has; values are at least 0. */
    void put(long key, int value) {
      int slot = slot(keys, values, key);
      if (values[slot] == NONE && 2 * ++size > keys.length) {
        grow();
        slot = slot(keys, values, key);
      }
      keys[slot] = key;
      values[slot] = value;
    }

    void clear() {
      Arrays.fill(values, NONE);
      size = 0;
    }

    private void grow() {
      long[] moreKeys = new long[2 * keys.length];
      int[] moreValues = new int[2 * keys.length];
      Arrays.fill(moreValues, NONE);
      for (int i = 0; i < keys.length; i++) {
        if (values[i] != NONE) {
          int slot = slot(moreKeys, moreValues, keys[i]);
          moreKeys[slot] = keys[i];
          moreValues[slot] = values[i];
        }
      }
      keys = moreKeys;
      values = moreValues;
    }

    private static int slot(long[] keys, int[] values, long key) {
      int mask = keys.length - 1;
      long mixed = key * 0x9E3779B97F4A7C15L;
      int slot = (int) (mixed >>> 32) & mask;
      while (values[slot] != NONE && keys[slot] != key) {
        slot = (slot + 1) & mask;
      }
      return slot;
    }
  }
}
