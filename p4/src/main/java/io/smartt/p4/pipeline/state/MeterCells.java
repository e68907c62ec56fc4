package io.smartt.p4.pipeline.state;

import io.smartt.p4.pipeline.MeterConfig;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a meter array: two-rate three-colour markers, colour-blind, after RFC 2698. Marked
 * by the data path's one thread, configured by any.
 */
public final class MeterCells {
  /** Within the committed rate, or not configured. */
  public static final int GREEN = 0;

  /** Above the committed rate. */
  public static final int YELLOW = 1;

  /** Above the peak rate. */
  public static final int RED = 2;

  private final boolean bytes;
  private final AtomicReferenceArray<@Nullable Marker> cells;

  /**
   * So many cells that are not configured.
   *
   * @param bytes counts bytes, not packets
   */
  public MeterCells(int size, boolean bytes) {
    this.bytes = bytes;
    this.cells = new AtomicReferenceArray<>(size);
  }

  /** How many cells there are. */
  public int size() {
    return cells.length();
  }

  /** Whether there is a cell of this index. */
  public boolean has(long index) {
    return index >= 0 && index < size();
  }

  /** The colour of a packet. */
  public int mark(int index, long packetBytes, long nowPs) {
    Marker marker = cells.getOpaque(index);
    return marker == null ? GREEN : marker.mark(bytes ? packetBytes : 1, nowPs);
  }

  Optional<MeterConfig> config(int index) {
    return Optional.ofNullable(cells.getAcquire(index)).map(marker -> marker.config);
  }

  /** Sets the rates, with both buckets full; or none, and every packet is green. */
  void configure(int index, Optional<MeterConfig> config) {
    cells.setRelease(index, config.map(Marker::new).orElse(null));
  }

  private static final class Marker {
    private static final double PS_PER_S = 1e12;

    final MeterConfig config;
    private double committed;
    private double peak;
    private long lastPs = Long.MIN_VALUE;

    Marker(MeterConfig config) {
      this.config = config;
      this.committed = (double) config.committedBurst();
      this.peak = (double) config.peakBurst();
    }

    int mark(long units, long nowPs) {
      if (lastPs != Long.MIN_VALUE) {
        double seconds = (nowPs - lastPs) / PS_PER_S;
        committed = filled(committed, config.committedRate(), config.committedBurst(), seconds);
        peak = filled(peak, config.peakRate(), config.peakBurst(), seconds);
      }
      lastPs = nowPs;
      if (peak < units) {
        return RED;
      }
      peak -= units;
      if (committed < units) {
        return YELLOW;
      }
      committed -= units;
      return GREEN;
    }

    private static double filled(double tokens, long rate, long burst, double seconds) {
      return Math.min((double) burst, tokens + seconds * rate);
    }
  }
}
