package io.smartt.emulation.trace.rerun;

import java.util.ArrayList;
import java.util.List;

/** The congestion window of one flow as a run recorded it: least, mean and largest of each bin. */
public final class RecordedWindow {
  /** Stamps of captures are rounded to it. */
  private static final long STAMP_PS = 1_000;

  private static final int SHARE_OF_BIN = 4;

  private final List<Bin> bins = new ArrayList<>();

  /**
   * The window in one bin of time.
   *
   * @param startPs picoseconds since the first packet of the trace
   * @param least bytes
   * @param mean by time, bytes
   * @param largest bytes
   */
  public record Bin(long startPs, long widthPs, double least, double mean, double largest) {}

  RecordedWindow() {}

  void add(Bin bin) {
    bins.add(bin);
  }

  /** The bins in the order of time. */
  public List<Bin> bins() {
    return List.copyOf(bins);
  }

  /** The means, each at the start of its bin. */
  public WindowCurve curve() {
    WindowCurve curve = new WindowCurve("recorded");
    bins.forEach(bin -> curve.add(bin.startPs(), Math.round(bin.mean())));
    return curve;
  }

  /**
   * The largest distance, in bytes, of the least or largest window of a bin from those of a curve
   * in the same time. What the curve does near the edge of a bin may be in it or not, because
   * stamps are rounded and real clocks differ.
   */
  public long farthest(WindowCurve curve) {
    double most = 0;
    for (int i = 0; i < bins.size(); i++) {
      Bin bin = bins.get(i);
      long tolerancePs = Math.max(STAMP_PS, bin.widthPs() / SHARE_OF_BIN);
      long endPs = bin.startPs() + bin.widthPs();
      // In the first bin, nothing was recorded before the first answer.
      WindowCurve.Range wide = curve.range(bin.startPs() - tolerancePs, endPs + tolerancePs, i > 0);
      WindowCurve.Range narrow =
          curve.range(bin.startPs() + tolerancePs, endPs - tolerancePs, i > 0);
      if (wide.largest() < wide.least()) {
        return Math.round(bin.largest());
      }
      most = Math.max(most, outside(bin.least(), wide.least(), narrow.least()));
      most = Math.max(most, outside(bin.largest(), narrow.largest(), wide.largest()));
    }
    return Math.round(most);
  }

  private static double outside(double value, double least, double largest) {
    return value < least ? least - value : value > largest ? value - largest : 0;
  }
}
