package io.smartt.host.congestion;

import module java.base;

/**
 * The work of a receiving host for a congestion control besides acknowledging.
 *
 * @param markIntervalPs least time between two marks returned to one sender; empty for the default
 * @param credit how it grants credit; empty if it grants none
 */
public record ReceiverSide(OptionalLong markIntervalPs, Optional<CreditGrants> credit) {
  /** The pace of credit, by the receiver's link. */
  @FunctionalInterface
  public interface CreditGrants {
    /** The pace behind a link of this rate, for frames of this length. */
    PullRate pulls(long linkBps, int mtuBytes);
  }

  /** A receiver that returns marks, one an interval and connection at most. */
  public static ReceiverSide marking(long intervalPs) {
    return new ReceiverSide(OptionalLong.of(intervalPs), Optional.empty());
  }

  public static ReceiverSide granting(CreditGrants credit) {
    return new ReceiverSide(OptionalLong.empty(), Optional.of(credit));
  }
}
