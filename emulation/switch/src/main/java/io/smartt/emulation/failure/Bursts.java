package io.smartt.emulation.failure;

/**
 * Loss that comes in bursts: the Gilbert-Elliott model (Gilbert 1960, Elliott 1963; names as in
 * Hasslinger and Hohlfeld 2008 and in tc-netem(8), {@code loss gemodel p r 1-h 1-k}). A link is in
 * a good or in a bad state; after each packet it may change.
 *
 * @param p probability that the good state ends with a packet
 * @param r probability that the bad state ends with a packet, which lasts for {@code 1/r} packets
 * @param lossBad probability that a packet is lost in the bad state, {@code 1-h}
 * @param lossGood the same in the good state, {@code 1-k}
 */
public record Bursts(double p, double r, double lossBad, double lossGood) {
  /** Checks that all are probabilities, and that the bad state ends. */
  public Bursts {
    LinkLoss.requireShare("p", p);
    LinkLoss.requireShare("r", r);
    LinkLoss.requireShare("1-h", lossBad);
    LinkLoss.requireShare("1-k", lossGood);
    if (r == 0) {
      throw new IllegalArgumentException("r is 0, so that the bad state never ends");
    }
  }

  /** Returns the share of packets that is lost in the long run. */
  public double meanShare() {
    return (r * lossGood + p * lossBad) / (p + r);
  }

  /** Returns the share of packets that find the link in its bad state. */
  public double badShare() {
    return p / (p + r);
  }
}
