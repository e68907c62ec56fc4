package io.smartt.emulation.settings;

/** What the switches of a fabric with real frames are. */
public enum SwitchKind implements Choice {
  /** This project's. */
  EMBEDDED,

  /** BMv2's simple_switch_grpc. */
  BMV2;

  @Override
  public String toString() {
    return spelling();
  }
}
