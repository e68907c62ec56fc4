package io.smartt.virtual;

import module java.base;

import io.smartt.experiment.traffic.Traffic.RunningFlow;

/**
 * Tells at which pace flows go on, from the packets that each got in a few spans of one length, or
 * that nobody can say; and for how many packets that may be believed.
 *
 * <p>The noise of a flow's pace is what differs between its spans. Among flows of one kind most of
 * the differences between flows may be that noise; so much a flow's pace is drawn to the mean of
 * its kind (James and Stein, 1961). What is left has to be within the bound.
 */
final class FlowPaces {
  /** The most noise of flows that are drawn to their mean, in bounds. */
  private static final int MOST_NOISE = 3;

  /** Standard errors that have to be within the bound. */
  private static final int ERRORS = 2;

  /** The standard error of a count by whole acknowledgements, in packets of one. */
  private static final double ROUNDING = 1 / Math.sqrt(6);

  private final double bound;
  private final Collection<List<Integer>> kinds;

  /** The largest variance of a flow's packets that was seen, by their number. */
  private final double[] varies;

  /** The share by which each flow's pace is off that of its kind. */
  private final double[] doubt;

  /** Packets that were skipped of each flow, and those of them that are doubted. */
  private final double[] skipped;

  private final double[] off;

  /**
   * Puts flows together that go to one host, and others whose senders give them the same.
   *
   * @param rates of hosts' links
   * @param bound the largest error of a pace, as a share of it
   */
  FlowPaces(List<RunningFlow> flows, double[] rates, double bound) {
    this.bound = bound;
    Map<Integer, Long> from =
        flows.stream().collect(Collectors.groupingBy(RunningFlow::host, Collectors.counting()));
    Map<Integer, Long> to =
        flows.stream().collect(Collectors.groupingBy(RunningFlow::to, Collectors.counting()));
    kinds =
        IntStream.range(0, flows.size())
            .boxed()
            .collect(
                Collectors.groupingBy(i -> {
                  RunningFlow flow = flows.get(i);
                  return to.getOrDefault(flow.to(), 1L) > 1
                      ? -1.0 - flow.to()
                      : rates[flow.host()] / from.getOrDefault(flow.host(), 1L);
                }))
            .values();
    varies = new double[flows.size()];
    doubt = new double[flows.size()];
    skipped = new double[flows.size()];
    off = new double[flows.size()];
  }

  /**
   * Returns packets that each flow gets in a time as long as all spans; empty if nobody can say.
   *
   * @param packets that a flow got, by span and flow; at least two spans
   * @param drained packets by which less is under way of each flow at the end of spans
   * @param each packets that an acknowledgement stands for
   */
  Optional<double[]> of(int[][] packets, int[] drained, double each) {
    double[] paces = new double[doubt.length];
    return kinds.stream().allMatch(kind -> draw(kind, packets, drained, each, paces))
        ? Optional.of(paces)
        : Optional.empty();
  }

  private boolean draw(
      List<Integer> kind, int[][] packets, int[] drained, double each, double[] paces) {
    double[] together = new double[packets.length];
    double noise = 0;
    double drain = 0;
    for (int flow : kind) {
      double[] own = Arrays.stream(packets).mapToDouble(span -> span[flow]).toArray();
      Arrays.setAll(together, span -> together[span] + own[span] / kind.size());
      paces[flow] = Arrays.stream(own).sum();
      noise += noise(own) / kind.size();
      drain += (double) drained[flow] / kind.size();
    }
    double mean = Arrays.stream(together).sum();
    double spread = 0;
    for (int flow : kind) {
      spread += (paces[flow] - mean) * (paces[flow] - mean) / Math.max(1, kind.size() - 1);
      // Short spans show little of what wanders slowly, and some show little by chance.
      varies[flow] = Math.max(varies[flow], noise / Math.max(1, mean));
    }
    double own = kind.size() == 1 ? 1 : spread <= noise ? 0 : 1 - noise / spread;
    double most = bound * mean;
    // Flows that began together are counted up and down together: their rounding is one.
    if (most < ERRORS * ROUNDING * each
        || noise > MOST_NOISE * most * MOST_NOISE * most
        || ERRORS * Math.sqrt(Math.max(own * noise, noise(together))) > most) {
      return false;
    }
    // What is under way does not drain for ever: then flows get what they send.
    double lasts = 1 - Math.max(0, drain) / mean;
    for (int flow : kind) {
      doubt[flow] = Math.abs(own * (paces[flow] / mean - 1));
      paces[flow] = lasts * (mean + own * (paces[flow] - mean));
    }
    return true;
  }

  /**
   * Returns how many more packets of a flow may be skipped, so that two standard errors of what
   * chance does to them, and what would be wrong if its pace became that of its kind, stay within
   * the bound.
   *
   * @param all packets that it had to send when it was first looked at
   */
  double most(int flow, int all) {
    double error = Math.max(0, bound * all - off[flow] + doubt[flow] * skipped[flow]);
    double chance = ERRORS * Math.sqrt(varies[flow]);
    // The root of all that is skipped.
    double both = chance + Math.sqrt(chance * chance + 4 * doubt[flow] * error);
    double root = 2 * error / Math.max(Double.MIN_NORMAL, both);
    return root * root - skipped[flow];
  }

  /** Notes that packets of a flow are skipped. */
  void skip(int flow, int packets) {
    skipped[flow] += packets;
    off[flow] += doubt[flow] * packets;
  }

  /** The variance of the sum of numbers that vary by chance, or slowly, as they do. */
  private static double noise(double[] spans) {
    double mean = Arrays.stream(spans).average().orElse(0);
    double squares = Arrays.stream(spans).map(one -> (one - mean) * (one - mean)).sum();
    double half = Arrays.stream(spans).limit(spans.length / 2).map(one -> one - mean).sum();
    return Math.max(4 * half * half, squares * spans.length / (spans.length - 1));
  }
}
