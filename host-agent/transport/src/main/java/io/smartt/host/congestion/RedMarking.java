package io.smartt.host.congestion;

/** RED thresholds that a congestion control asks of switches, by link rate. */
@FunctionalInterface
public interface RedMarking {
  /**
   * RED thresholds of a queue.
   *
   * @param kminBytes depth up to which nothing is marked
   * @param kmaxBytes depth from which everything is marked
   * @param pmax probability of a mark just below {@code kmaxBytes}
   */
  record Thresholds(double kminBytes, double kmaxBytes, double pmax) {}

  /**
   * The thresholds of a queue.
   *
   * @param linkBps rate of the port's link, without dilation
   */
  Thresholds at(long linkBps);
}
