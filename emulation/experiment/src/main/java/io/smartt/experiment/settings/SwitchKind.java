package io.smartt.experiment.settings;

/** Kind of the switches of a fabric with real frames, and its abilities. */
public enum SwitchKind implements Choice {
  /** This project's P4 switch. */
  EMBEDDED(true, true),

  /** BMv2's simple_switch_grpc. */
  BMV2(false, false);

  private final boolean own;
  private final boolean shapesLinks;

  SwitchKind(boolean own, boolean shapesLinks) {
    this.own = own;
    this.shapesLinks = shapesLinks;
  }

  /**
   * Returns whether it is this project's: it runs in any process and image of it, and its server
   * answers signs of life.
   */
  public boolean own() {
    return own;
  }

  /**
   * Returns whether its links have latencies, lose packets and fail while traffic runs, and whether
   * its traffic manager trims.
   */
  public boolean shapesLinks() {
    return shapesLinks;
  }

  @Override
  public String toString() {
    return spelling();
  }
}
