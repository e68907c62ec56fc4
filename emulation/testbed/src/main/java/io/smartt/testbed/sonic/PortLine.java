package io.smartt.testbed.sonic;

import module java.base;

/**
 * The settings of how bits go over the cables of a plan's ports: both ends must agree, or there is
 * no link.
 */
public record PortLine(Fec fec, Autoneg autoneg) {
  /** A line that suits lanes of any speed. */
  public static final PortLine STANDARD = new PortLine(Fec.BY_LANE, Autoneg.KEEP);

  /** The rate from which a lane carries four levels (PAM4), which needs Reed-Solomon correction. */
  private static final long PAM4_MBPS = 50_000;

  /** Forward error correction. */
  public enum Fec {
    /** Reed-Solomon where a lane runs at 50 Gbps or more, else as it is. */
    BY_LANE,
    /** The correction stays as it is. */
    KEEP,
    /** Reed-Solomon. */
    RS,
    /** Fire code. */
    FC,
    /** None. */
    NONE,
    /** The SDK's choice. */
    AUTO
  }

  /** Negotiation of speed and correction with the other end. */
  public enum Autoneg {
    /** The negotiation stays as it is. */
    KEEP,
    /** The negotiation is on. */
    ON,
    /** The negotiation is off. */
    OFF
  }

  /**
   * The field {@code fec} of a port; empty: as it is.
   *
   * @param lanes how many it has
   */
  Optional<String> fec(long speedMbps, int lanes) {
    return switch (fec) {
      case KEEP -> Optional.empty();
      case BY_LANE ->
          lanes > 0 && speedMbps / lanes >= PAM4_MBPS ? Optional.of("rs") : Optional.empty();
      default -> Optional.of(word(fec));
    };
  }

  /** The field {@code autoneg} of a port; empty: as it is. */
  Optional<String> autonegField() {
    return autoneg == Autoneg.KEEP ? Optional.empty() : Optional.of(word(autoneg));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
