package io.smartt.experiment.report;

import module java.base;

/**
 * The entropy values that a flow has in flight, would use again and keeps out of use, at a bounded
 * number of instants. Looks are a width apart at least; where there is no room for another, every
 * second one is dropped and the width doubles. Depends on what was recorded only; looking allocates
 * nothing. For one thread.
 */
public final class EntropyTrace {
  /** Values of one state that a look takes at most. */
  public static final int MOST_VALUES = 16;

  /** The uses that a flow has for a value. */
  public enum State {
    /** A packet with it is in flight. */
    IN_FLIGHT("in-flight"),
    /** The load balancer would use it again. */
    REUSABLE("reusable"),
    /** The load balancer keeps it out of use. */
    AVOIDED("avoided");

    private static final List<State> ALL = List.of(values());
    private final String key;

    State(String key) {
      this.key = key;
    }

    /** Name in {@code entropies.csv} and in the page's data. */
    public String key() {
      return key;
    }
  }

  /** Tells the values of one state. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Writes values of a state.
     *
     * @return how many, at most as many as there is room for
     */
    int read(State state, int[] into);
  }

  private static final int MOST_A_LOOK = MOST_VALUES * State.ALL.size();
  private static final int STATE_SHIFT = 16;
  private static final int VALUE_MASK = 0xffff;

  private final int flow;
  private final int[] values = new int[MOST_VALUES];
  private final int[] points;
  private final long[] timesPs;
  private final int[] ends;
  private long widthPs;
  private long nextPs;
  private int looks;

  /** The time that was skipped before; what looks has the time of the network. */
  private long skippedPs;

  /**
   * A trace without looks.
   *
   * @param widthPs between two looks at first
   * @param room for values, at least those of two looks
   */
  EntropyTrace(int flow, long widthPs, int room) {
    this.flow = flow;
    this.widthPs = Math.max(1, widthPs);
    points = new int[Math.max(room, 2 * MOST_A_LOOK)];
    timesPs = new long[points.length / 2];
    ends = new int[timesPs.length];
  }

  /** A copy that stays as this is now. */
  EntropyTrace copy() {
    EntropyTrace copy = new EntropyTrace(flow, widthPs, points.length);
    System.arraycopy(points, 0, copy.points, 0, end(looks));
    System.arraycopy(timesPs, 0, copy.timesPs, 0, looks);
    System.arraycopy(ends, 0, copy.ends, 0, looks);
    copy.nextPs = nextPs;
    copy.looks = looks;
    return copy;
  }

  /** Number of the flow. */
  public int flow() {
    return flow;
  }

  /** Moves time on. */
  void skip(long ps) {
    skippedPs += ps;
  }

  /** Looks, unless that was done a moment ago. */
  public void look(long timePs, Reader reader) {
    long nowPs = timePs + skippedPs;
    if (nowPs < nextPs) {
      return;
    }
    if (isFull()) {
      // More than once where the looks that stay have nearly all of the values.
      while (isFull()) {
        halve();
      }
      nextPs = (timesPs[looks - 1] / widthPs + 1) * widthPs;
      if (nowPs < nextPs) {
        return;
      }
    }
    int end = end(looks);
    for (State state : State.ALL) {
      int count = reader.read(state, values);
      for (int i = 0; i < count; i++) {
        // A user's own load balancer may tell what is no entropy value.
        points[end++] = state.ordinal() << STATE_SHIFT | (values[i] & VALUE_MASK);
      }
    }
    timesPs[looks] = nowPs;
    ends[looks] = end;
    looks++;
    nextPs = (nowPs / widthPs + 1) * widthPs;
  }

  /** Tells if there is no room; it is never full of one look, since there is room for two. */
  private boolean isFull() {
    return looks == ends.length || end(looks) + MOST_A_LOOK > points.length;
  }

  private void halve() {
    int kept = 0;
    for (int look = 0; look < looks; look += 2) {
      int from = end(look);
      int count = ends[look] - from;
      int to = end(kept);
      System.arraycopy(points, from, points, to, count);
      timesPs[kept] = timesPs[look];
      ends[kept] = to + count;
      kept++;
    }
    looks = kept;
    widthPs *= 2;
  }

  /** Returns where the values of a look begin. */
  private int end(int look) {
    return look == 0 ? 0 : ends[look - 1];
  }

  /** Returns how many instants there are. */
  public int looks() {
    return looks;
  }

  /** Returns when a look was, picoseconds since the start of the experiment. */
  public long timePs(int look) {
    return timesPs[look];
  }

  /** The values of a state at a look, in the order in which the flow gave them. */
  public int[] values(int look, State state) {
    return Arrays.stream(points, end(look), ends[look])
        .filter(point -> point >> STATE_SHIFT == state.ordinal())
        .map(point -> point & VALUE_MASK)
        .toArray();
  }
}
