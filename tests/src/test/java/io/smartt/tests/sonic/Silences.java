package io.smartt.tests.sonic;

import io.smartt.testbed.standin.sonic.Fault.SetFault;
import io.smartt.testbed.standin.sonic.Fault.SetFault.Kind;
import java.time.Duration;

/** The fates of a Set of which its client hears nothing in time. */
final class Silences {
  /** It takes longer than any client waits, and comes. */
  static final SetFault SLOW = new SetFault(Kind.SILENT, Duration.ofMinutes(9));

  /** It takes longer than the server waits, and comes without being saved. */
  static final SetFault TOO_SLOW = new SetFault(Kind.LONGER, Duration.ofSeconds(620));

  /** The power goes while the updater works, and comes back at once. */
  static final SetFault POWER_CUT = new SetFault(Kind.POWER_CUT, Duration.ZERO);

  /** The power goes, and comes back after a minute. */
  static final SetFault LONG_POWER_CUT = new SetFault(Kind.POWER_CUT, Duration.ofMinutes(1));

  private Silences() {}
}
