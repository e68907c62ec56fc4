package io.smartt.emulation.experiment;

/** What the switches of a fabric with real frames are. */
public enum SwitchKind implements Choice {
  /** This project's. */
  EMBEDDED("embedded"),

  /** BMv2's simple_switch_grpc. */
  BMV2("bmv2");

  private final String spelling;

  SwitchKind(String spelling) {
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
