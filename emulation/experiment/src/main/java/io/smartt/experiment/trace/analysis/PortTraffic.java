package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.trace.analysis.CaptureSet.TracedInterface;

/** The traffic of an interface, and how long packets that left by it stayed in its node. */
public final class PortTraffic {
  private final TracedInterface port;
  private long packetsIn;
  private long bytesIn;
  private long packetsOut;
  private long bytesOut;
  private long trims;
  private long marks;
  private long[] cameInPs = new long[16];
  private long[] leftPs = new long[16];
  private int[] lengths = new int[16];
  private int stays;

  PortTraffic(TracedInterface port) {
    this.port = port;
  }

  /** Returns which interface. */
  public TracedInterface port() {
    return port;
  }

  /** Packets that came in. */
  public long packetsIn() {
    return packetsIn;
  }

  /** Their bytes on the wire. */
  public long bytesIn() {
    return bytesIn;
  }

  /** Packets that left. */
  public long packetsOut() {
    return packetsOut;
  }

  /** Their bytes on the wire. */
  public long bytesOut() {
    return bytesOut;
  }

  /** Packets that came into the node whole and left it trimmed. */
  public long trims() {
    return trims;
  }

  /** Packets that came into the node without a mark and left it with one. */
  public long marks() {
    return marks;
  }

  /** Packets of which both the way in and the way out of the node are in the trace. */
  public int stays() {
    return stays;
  }

  /** Returns how long these stayed, in microseconds; empty without any. */
  public Optional<Distribution> stayUs() {
    double[] us = new double[stays];
    for (int i = 0; i < stays; i++) {
      us[i] = (leftPs[i] - cameInPs[i]) / 1e6;
    }
    return Distribution.of(us);
  }

  /** Most bytes that were in the node at a time on their way out of this interface. */
  public long maxBytesInside() {
    // Arrivals and departures as one list of times with a sign each; departures first at a tie.
    long[] in = Arrays.copyOf(cameInPs, stays);
    Integer[] byArrival = new Integer[stays];
    Integer[] byDeparture = new Integer[stays];
    Arrays.setAll(byArrival, i -> i);
    Arrays.setAll(byDeparture, i -> i);
    Arrays.sort(byArrival, (a, b) -> Long.compare(in[a], in[b]));
    Arrays.sort(byDeparture, (a, b) -> Long.compare(leftPs[a], leftPs[b]));
    long inside = 0;
    long most = 0;
    int gone = 0;
    for (int next : byArrival) {
      while (gone < stays && leftPs[byDeparture[gone]] <= in[next]) {
        inside -= lengths[byDeparture[gone++]];
      }
      inside += lengths[next];
      most = Math.max(most, inside);
    }
    return most;
  }

  void in(int wireBytes) {
    packetsIn++;
    bytesIn += wireBytes;
  }

  void out(int wireBytes) {
    packetsOut++;
    bytesOut += wireBytes;
  }

  void stay(long inPs, long outPs, int bytes, boolean trimmedHere, boolean markedHere) {
    if (stays == lengths.length) {
      cameInPs = Arrays.copyOf(cameInPs, 2 * stays);
      leftPs = Arrays.copyOf(leftPs, 2 * stays);
      lengths = Arrays.copyOf(lengths, 2 * stays);
    }
    cameInPs[stays] = inPs;
    leftPs[stays] = outPs;
    lengths[stays++] = bytes;
    trims += trimmedHere ? 1 : 0;
    marks += markedHere ? 1 : 0;
  }
}
