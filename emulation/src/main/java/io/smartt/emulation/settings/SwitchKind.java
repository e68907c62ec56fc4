package io.smartt.emulation.settings;

/** Kind of the switches of a fabric with real frames. */
public enum SwitchKind implements Choice {
  /** This project's P4 switch. */
  EMBEDDED,

  /** BMv2's simple_switch_grpc. */
  BMV2;

  @Override
  public String toString() {
    return spelling();
  }
}
