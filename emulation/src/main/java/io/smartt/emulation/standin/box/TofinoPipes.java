package io.smartt.emulation.standin.box;

/** Port numbers of a Tofino within a pipe. */
final class TofinoPipes {
  private static final int PORTS = 128;
  private static final int FIRST_RECIRCULATION = 68;
  private static final int LAST_RECIRCULATION = 71;

  private TofinoPipes() {}

  /** Whether what leaves by a port comes in again (open-p4studio bf_pm_intf.c:9520). */
  static boolean recirculates(int sdkPort) {
    return sdkPort % PORTS >= FIRST_RECIRCULATION && sdkPort % PORTS <= LAST_RECIRCULATION;
  }
}
