package io.smartt.controller.stratum;

/**
 * How the lanes of every port are run. Stratum turns FEC off where nothing is said, and without a
 * board support package wants autonegotiation forced on for copper cables (README.run.md, "BSP-less
 * mode").
 *
 * @param fec Reed-Solomon at 25, 50 and 100 Gbps, Firecode at 10 and 40 (bf_sde_wrapper.cc:1030)
 */
public record PortLine(boolean fec, Autoneg autoneg) {
  /** Autonegotiation. */
  public enum Autoneg {
    ON,
    OFF,
    /** The platform's own choice. */
    PLATFORM
  }

  /** The field of {@code config_params}. */
  String fecMode() {
    return fec ? "FEC_MODE_ON" : "FEC_MODE_OFF";
  }

  /** The field of {@code config_params}. */
  String autonegState() {
    return switch (autoneg) {
      case ON -> "TRI_STATE_TRUE";
      case OFF -> "TRI_STATE_FALSE";
      case PLATFORM -> "TRI_STATE_UNKNOWN";
    };
  }
}
