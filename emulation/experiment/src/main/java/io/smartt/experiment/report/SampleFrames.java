package io.smartt.experiment.report;

/**
 * Bins of unlike width together, as frames of one width: what the bins of a series say of a frame
 * is weighted by how much of it they cover.
 */
public final class SampleFrames {
  private static final int MOST = 128;

  private final long firstPs;
  private final long widthPs;
  private final double[] values;

  /**
   * Frames over a time.
   *
   * @param fromPs begin of the first bin
   * @param toPs end of the last bin
   * @param narrowestPs width of the narrowest bin
   */
  public SampleFrames(long fromPs, long toPs, long narrowestPs) {
    widthPs = width(fromPs, toPs, narrowestPs);
    firstPs = fromPs / widthPs * widthPs;
    values = new double[(int) ((toPs - 1 - firstPs) / widthPs) + 1];
  }

  /** The width of frames: the narrowest bin's, doubled until they are few. */
  static long width(long fromPs, long toPs, long narrowestPs) {
    long width = narrowestPs;
    while ((toPs - 1) / width - fromPs / width >= MOST) {
      width *= 2;
    }
    return width;
  }

  /** Returns how long a bin and a frame overlap; 0 if they do not. */
  static long overlapPs(long binPs, long binWidthPs, long framePs, long frameWidthPs) {
    return Math.max(
        0, Math.min(framePs + frameWidthPs, binPs + binWidthPs) - Math.max(framePs, binPs));
  }

  /** Adds a bin's mean to the sum of its frames. */
  public void add(long binPs, long binWidthPs, double mean) {
    for (int i = frame(binPs); i <= frame(binPs + binWidthPs - 1); i++) {
      values[i] += mean * overlapPs(binPs, binWidthPs, firstPs + i * widthPs, widthPs) / widthPs;
    }
  }

  /** Raises its frames to a bin's largest value. */
  public void raise(long binPs, long binWidthPs, double largest) {
    for (int i = frame(binPs); i <= frame(binPs + binWidthPs - 1); i++) {
      values[i] = Math.max(values[i], largest);
    }
  }

  private int frame(long timePs) {
    return (int) ((timePs - firstPs) / widthPs);
  }

  /** Returns when each frame begins, in picoseconds. */
  public double[] starts() {
    double[] starts = new double[values.length];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = firstPs + i * widthPs;
    }
    return starts;
  }

  /** Returns what was added to or raised in each frame. */
  public double[] values() {
    return values.clone();
  }
}
