package io.smartt.workload.ideal;

/**
 * The start of each flow of a workload and the time that it takes in the ideal, by index of the
 * flow.
 */
public final class IdealTimes {
  private final long[] startPs;
  private final long[] completionPs;
  private final long[] alonePs;

  IdealTimes(long[] startPs, long[] completionPs, long[] alonePs) {
    this.startPs = startPs;
    this.completionPs = completionPs;
    this.alonePs = alonePs;
  }

  /** Returns when the flow starts, picoseconds since the experiment's start. */
  public long startPs(int flow) {
    return startPs[flow];
  }

  /** Returns the time of a flow from its start to the last ACK at the sender, picoseconds. */
  public long completionPs(int flow) {
    return completionPs[flow];
  }

  /**
   * Returns what {@link #completionPs} would be in a network that carries nothing else,
   * picoseconds.
   */
  public long alonePs(int flow) {
    return alonePs[flow];
  }

  /** Returns when the last ACK of all arrives, picoseconds since the experiment's start. */
  public long lastFinishPs() {
    long last = 0;
    for (int flow = 0; flow < startPs.length; flow++) {
      last = Math.max(last, startPs[flow] + completionPs[flow]);
    }
    return last;
  }
}
