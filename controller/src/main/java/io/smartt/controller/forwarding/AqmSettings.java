package io.smartt.controller.forwarding;

/**
 * Active queue management of a port's data queue by the switch program: thresholds of RED marks and
 * of trimming, in packets as v1model counts.
 *
 * @param queuePackets depth from which a data packet is trimmed
 * @param kminPackets RED marks nothing up to this depth
 * @param kmaxPackets RED marks everything from this depth
 * @param trimBytes what is left of a trimmed packet, from the Ethernet header on
 * @param trimming off: what does not fit is dropped by the traffic manager
 * @param pmax probability of a mark just below kmax, which rises to it from 0 at kmin
 */
public record AqmSettings(
    int queuePackets,
    int kminPackets,
    int kmaxPackets,
    int trimBytes,
    boolean trimming,
    double pmax) {
  /** Value of kmin and kmax for no marks: no queue is that deep. */
  public static final int NEVER_PACKETS = (1 << 19) - 1;

  /** Creates settings whose probability of marks rises to 1. */
  public AqmSettings(
      int queuePackets, int kminPackets, int kmaxPackets, int trimBytes, boolean trimming) {
    this(queuePackets, kminPackets, kmaxPackets, trimBytes, trimming, 1);
  }

  /** Checks the order of the thresholds. */
  public AqmSettings {
    if (queuePackets < 1 || kminPackets < 0 || kmaxPackets < kminPackets || trimBytes < 1) {
      throw new IllegalArgumentException(
          "queue of %d packets, kmin %d, kmax %d, trimmed to %d bytes: want queue >= 1, 0 <= kmin <="
                  .formatted(queuePackets, kminPackets, kmaxPackets, trimBytes)
              + " kmax, bytes >= 1");
    }
    if (!(pmax > 0 && pmax <= 1)) {
      throw new IllegalArgumentException("pmax is " + pmax + ", want above 0, to 1");
    }
  }
}
