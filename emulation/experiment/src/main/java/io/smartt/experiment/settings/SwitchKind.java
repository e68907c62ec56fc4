package io.smartt.experiment.settings;

/** Kind of the switches of a fabric with real frames, and its abilities. */
public enum SwitchKind implements Choice {
  /** This project's P4 switch, whose queues count bytes. */
  EMBEDDED("smartt"),

  /** BMv2's simple_switch_grpc, whose queues count packets. */
  BMV2(SwitchKind.PROGRAM_OF_PACKET_QUEUES);

  /** The packed program for switches whose queues count packets. */
  public static final String PROGRAM_OF_PACKET_QUEUES = "smartt-packets";

  private final String program;

  SwitchKind(String program) {
    this.program = program;
  }

  /**
   * Returns whether it is this project's: it runs in any process and image of it, its server
   * answers signs of life, its links have latencies, lose packets and fail while traffic runs, and
   * its traffic manager trims.
   */
  public boolean own() {
    return this == EMBEDDED;
  }

  /** Returns the name of the packed program that it runs where the user names none. */
  public String program() {
    return program;
  }

  @Override
  public String toString() {
    return spelling();
  }
}
