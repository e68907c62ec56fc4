package io.smartt.virtual;

import module java.base;

import io.smartt.experiment.traffic.Traffic.RunningFlow;

/**
 * Tells at which pace flows go on, from the packets that each got in a few spans of one length; or
 * that nobody can say.
 *
 * <p>The noise of a flow's pace is what differs between its spans. Among flows of one kind most of
 * the differences between flows may be that noise; so much a flow's pace is drawn to the mean of
 * its kind (James and Stein, 1961). What is left has to be within the bound.
 */
final class FlowPaces {
  /** Fewer flows of a kind do not say what is noise: each is judged by itself. */
  private static final int LEAST_FLOWS = 4;

  private static final int OTHERS = -1;

  /** The most noise of flows that are drawn to their mean, in bounds. */
  private static final int MOST_NOISE = 3;

  /** Standard errors that have to be within the bound. */
  private static final int ERRORS = 2;

  /** The standard error of a count by whole acknowledgements, in packets of one. */
  private static final double ROUNDING = 1 / Math.sqrt(6);

  private final double bound;
  private final List<int[]> kinds;

  /**
   * Puts flows together that go to one host, if they are several, and all others.
   *
   * @param bound the largest error of a pace, as a share of it
   */
  FlowPaces(List<RunningFlow> flows, double bound) {
    this.bound = bound;
    Map<Integer, Long> toHost =
        flows.stream().collect(Collectors.groupingBy(RunningFlow::to, Collectors.counting()));
    Map<Integer, List<Integer>> byKind = new LinkedHashMap<>();
    for (int i = 0; i < flows.size(); i++) {
      int to = flows.get(i).to();
      int kind = toHost.getOrDefault(to, 0L) < LEAST_FLOWS ? OTHERS : to;
      byKind.computeIfAbsent(kind, _ -> new ArrayList<>()).add(i);
    }
    kinds =
        byKind.values().stream()
            .map(kind -> kind.stream().mapToInt(flow -> flow).toArray())
            .toList();
  }

  /**
   * Returns packets that each flow gets in a time as long as all spans; empty if nobody can say.
   *
   * @param packets that a flow got, by span and flow; at least two spans
   * @param each packets that an acknowledgement stands for
   */
  Optional<double[]> of(int[][] packets, double each) {
    double[] paces = new double[packets[0].length];
    for (int[] kind : kinds) {
      boolean known =
          kind.length < LEAST_FLOWS
              ? Arrays.stream(kind).allMatch(flow -> draw(new int[] {flow}, packets, each, paces))
              : draw(kind, packets, each, paces);
      if (!known) {
        return Optional.empty();
      }
    }
    return Optional.of(paces);
  }

  private boolean draw(int[] kind, int[][] packets, double each, double[] paces) {
    double[] together = new double[packets.length];
    double noise = 0;
    for (int flow : kind) {
      double[] own = new double[packets.length];
      Arrays.setAll(own, span -> packets[span][flow]);
      Arrays.setAll(together, span -> together[span] + own[span] / kind.length);
      paces[flow] = Arrays.stream(own).sum();
      noise += noise(own) / kind.length;
    }
    double mean = Arrays.stream(together).sum();
    double spread = 0;
    for (int flow : kind) {
      spread += (paces[flow] - mean) * (paces[flow] - mean) / Math.max(1, kind.length - 1);
    }
    double own = kind.length == 1 ? 1 : spread <= noise ? 0 : 1 - noise / spread;
    double most = bound * mean;
    // Flows that began together are counted up and down together: their rounding is one.
    if (most < ERRORS * ROUNDING * each
        || noise > MOST_NOISE * most * MOST_NOISE * most
        || ERRORS * Math.sqrt(Math.max(own * noise, noise(together))) > most) {
      return false;
    }
    for (int flow : kind) {
      paces[flow] = mean + own * (paces[flow] - mean);
    }
    return true;
  }

  /** The variance of the sum of numbers that vary by chance, as they do. */
  private static double noise(double[] spans) {
    double mean = Arrays.stream(spans).average().orElse(0);
    double squares = Arrays.stream(spans).map(one -> (one - mean) * (one - mean)).sum();
    return squares * spans.length / (spans.length - 1);
  }
}
