package io.smartt.experiment.settings;

/** Kind of the switches of a fabric with real frames, and its abilities. */
public enum SwitchKind implements Choice {
  /** This project's P4 switch, whose queues count bytes. */
  EMBEDDED(true, true, "smartt"),

  /** BMv2's simple_switch_grpc, whose queues count packets. */
  BMV2(false, false, SwitchKind.PROGRAM_OF_PACKET_QUEUES);

  /** The packed program for switches whose queues count packets. */
  public static final String PROGRAM_OF_PACKET_QUEUES = "smartt-packets";

  private final boolean own;
  private final boolean shapesLinks;
  private final String program;

  SwitchKind(boolean own, boolean shapesLinks, String program) {
    this.own = own;
    this.shapesLinks = shapesLinks;
    this.program = program;
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

  /** Returns the name of the packed program that it runs where the user names none. */
  public String program() {
    return program;
  }

  @Override
  public String toString() {
    return spelling();
  }
}
