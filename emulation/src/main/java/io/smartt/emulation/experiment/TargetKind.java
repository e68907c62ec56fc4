package io.smartt.emulation.experiment;

/** What drives a real switch. */
public enum TargetKind implements Choice {
  /** SONiC on Trident 4, over gNMI. */
  SONIC("sonic"),

  /** Stratum on Tofino, over P4Runtime. */
  STRATUM("stratum"),

  /** BMv2's simple_switch_grpc, over P4Runtime and Thrift. */
  BMV2("bmv2"),

  /** {@code smartt switch}, over P4Runtime and its control service. */
  EMBEDDED("embedded");

  private final String spelling;

  TargetKind(String spelling) {
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
