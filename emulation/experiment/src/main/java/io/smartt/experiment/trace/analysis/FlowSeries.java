package io.smartt.experiment.trace.analysis;

import io.smartt.host.congestion.CongestionController;
import java.util.Arrays;

/** Bytes in flight and round-trip times of one connection over time, every change and every ACK. */
public final class FlowSeries implements TraceAnalysis.FlowObserver {
  private final Points inFlight = new Points();
  private final Points rtt = new Points();

  /** Values over time. */
  public static class Points {
    private long[] timesPs = new long[64];
    private long[] values = new long[64];
    private int size;

    /** Adds a value that is not before the last. */
    public void add(long timePs, long value) {
      if (size == timesPs.length) {
        timesPs = Arrays.copyOf(timesPs, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
      }
      timesPs[size] = timePs;
      values[size++] = value;
    }

    /** Returns how many there are. */
    public int size() {
      return size;
    }

    /** Returns when, picoseconds since the first packet of the trace. */
    public long timePs(int i) {
      return timesPs[i];
    }

    /** Returns how much. */
    public long value(int i) {
      return values[i];
    }

    /** Returns the first value that is not before an instant; the number of values if none is. */
    protected int first(long atPs) {
      int at = Arrays.binarySearch(timesPs, 0, size, atPs);
      int next = at < 0 ? -at - 1 : at;
      while (next > 0 && timesPs[next - 1] == atPs) {
        next--;
      }
      return next;
    }
  }

  /** Frame bytes sent and not answered, after each packet and each answer. */
  public Points inFlightBytes() {
    return inFlight;
  }

  /** Round-trip times in picoseconds. */
  public Points rttPs() {
    return rtt;
  }

  @Override
  public void sent(long timePs, int frameBytes, long inFlightBytes) {
    inFlight.add(timePs, inFlightBytes);
  }

  @Override
  public void acknowledged(
      long timePs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    inFlight.add(timePs, inFlightBytes);
    if (rttPs != CongestionController.RTT_UNKNOWN) {
      rtt.add(timePs, rttPs);
    }
  }

  @Override
  public void trimmed(long timePs, int frameBytes, long inFlightBytes) {
    inFlight.add(timePs, inFlightBytes);
  }

  @Override
  public void timedOut(long timePs, int frameBytes, long inFlightBytes) {
    inFlight.add(timePs, inFlightBytes);
  }
}
