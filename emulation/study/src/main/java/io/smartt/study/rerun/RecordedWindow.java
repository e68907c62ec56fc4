package io.smartt.study.rerun;

import module java.base;

/** The congestion window of one flow as a run recorded it: least, mean and largest of each bin. */
public final class RecordedWindow {
  /** Stamps of captures are rounded to it. */
  private static final long STAMP_PS = 1_000;

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
   * The largest distance, in bytes, of the least or largest window of a bin from the window of a
   * curve that is nearest to it in the same time. The time of a bin is widened by a bin, because
   * stamps are rounded, and a real clock notes an answer later than the capture does. That lateness
   * is taken from the first answer, which the first bin has.
   */
  public long farthest(WindowCurve curve) {
    if (bins.isEmpty() || curve.size() == 0) {
      return 0;
    }
    long latePs = lateness(curve.timePs(0));
    double most = 0;
    for (Bin bin : bins) {
      long tolerancePs = Math.max(STAMP_PS, bin.widthPs());
      long fromPs = bin.startPs() - latePs - tolerancePs;
      long toPs = bin.startPs() - latePs + bin.widthPs() + tolerancePs;
      most = Math.max(most, curve.distance(fromPs, toPs, bin.least()));
      most = Math.max(most, curve.distance(fromPs, toPs, bin.largest()));
    }
    return Math.round(most);
  }

  /**
   * Returns how much later than at this time the first bin can have begun to be recorded, at least.
   */
  private long lateness(long firstPs) {
    Bin first = bins.getFirst();
    long endPs = first.startPs() + first.widthPs();
    return firstPs < first.startPs()
        ? first.startPs() - firstPs
        : firstPs >= endPs ? endPs - firstPs : 0;
  }
}
