package io.smartt.emulation.settings;

/** How a sender chooses the entropy value, and with it the path, of each packet. */
public enum LoadBalancer implements Choice {
  /** Recycled entropies: those that came back unmarked are used again. */
  REPS("reps"),

  /** Oblivious spraying: a random entropy for each packet. */
  OPS("ops"),

  /** One entropy for the whole flow. */
  ECMP("ecmp"),

  /** One entropy until the flow has been congested for a while. */
  PLB("plb"),

  /** Entropies in turn, the same for every flow. */
  ROUND_ROBIN("round-robin");

  private final String spelling;

  LoadBalancer(String spelling) {
    this.spelling = spelling;
  }

  @Override
  public String spelling() {
    return spelling;
  }

  @Override
  public String toString() {
    return spelling;
  }
}
