package io.smartt.testbed;

import io.smartt.experiment.settings.Choice;

/** The kinds of software that drive a real switch. */
public enum TargetKind implements Choice {
  /** SONiC on Trident 4, over gNMI. */
  SONIC,

  /** Stratum on Tofino, over P4Runtime. */
  STRATUM,

  /** BMv2's simple_switch_grpc, over P4Runtime and Thrift. */
  BMV2,

  /** {@code smartt switch}, over P4Runtime and its control service. */
  EMBEDDED;

  @Override
  public String toString() {
    return spelling();
  }
}
