package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.pipeline.PipelineControl.MeterConfig;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a meter array: three-colour markers, colour-blind, with two rates after RFC 2698 or
 * one after RFC 2697. Marked by the data path's one thread, configured by any.
 */
public final class MeterCells {
  /** The colour of packets within the committed rate, or of a cell that is not configured. */
  public static final int GREEN = 0;

  /** The colour of packets above the committed rate. */
  public static final int YELLOW = 1;

  /** The colour of packets above the peak rate. */
  public static final int RED = 2;

  private final boolean bytes;
  private final AtomicReferenceArray<@Nullable Marker> cells;

  /**
   * Creates so many cells that are not configured.
   *
   * @param bytes counts bytes, not packets
   */
  public MeterCells(int size, boolean bytes) {
    this.bytes = bytes;
    this.cells = new AtomicReferenceArray<>(size);
  }

  /** Returns how many cells there are. */
  public int size() {
    return cells.length();
  }

  /** Returns whether there is a cell of this index. */
  public boolean has(long index) {
    return index >= 0 && index < size();
  }

  /** The colour of a packet. */
  public int mark(int index, long packetBytes, long nowPs) {
    Marker marker = cells.getOpaque(index);
    return marker == null ? GREEN : marker.mark(bytes ? packetBytes : 1, nowPs);
  }

  /** The rates of a cell; where it has none, every packet is green. */
  public Optional<MeterConfig> config(int index) {
    return Optional.ofNullable(cells.getAcquire(index)).map(marker -> marker.config);
  }

  /** Sets the rates, with both buckets full; or none, and every packet is green. */
  void configure(int index, Optional<MeterConfig> config) {
    cells.setRelease(index, config.map(Marker::new).orElse(null));
  }

  private static final class Marker {
    private static final double PS_PER_S = 1e12;

    final MeterConfig config;
    private final boolean singleRate;
    private double committed;

    /** Peak tokens of a two-rate marker, excess tokens of a single-rate one. */
    private double second;

    private long lastPs = Long.MIN_VALUE;

    Marker(MeterConfig config) {
      this.config = config;
      this.singleRate = config.excessBurst() > 0;
      this.committed = (double) config.committedBurst();
      this.second = (double) (singleRate ? config.excessBurst() : config.peakBurst());
    }

    int mark(long units, long nowPs) {
      double seconds = lastPs == Long.MIN_VALUE ? 0 : (nowPs - lastPs) / PS_PER_S;
      lastPs = nowPs;
      return singleRate ? markSingleRate(units, seconds) : markTwoRate(units, seconds);
    }

    private int markTwoRate(long units, double seconds) {
      committed += seconds * config.committedRate();
      committed = Math.min((double) config.committedBurst(), committed);
      second = Math.min((double) config.peakBurst(), second + seconds * config.peakRate());
      if (second < units) {
        return RED;
      }
      second -= units;
      if (committed < units) {
        return YELLOW;
      }
      committed -= units;
      return GREEN;
    }

    /**
     * Marks with a single rate: what the committed bucket can not hold flows into the excess
     * bucket.
     */
    private int markSingleRate(long units, double seconds) {
      double filled = committed + seconds * config.committedRate();
      committed = Math.min((double) config.committedBurst(), filled);
      second = Math.min((double) config.excessBurst(), second + filled - committed);
      if (committed >= units) {
        committed -= units;
        return GREEN;
      }
      if (second >= units) {
        second -= units;
        return YELLOW;
      }
      return RED;
    }
  }
}
