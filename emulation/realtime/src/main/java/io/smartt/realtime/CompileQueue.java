package io.smartt.realtime;

import module java.base;

import io.smartt.base.concurrent.Polling;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** The methods that this JVM has still to compile. */
final class CompileQueue {
  private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private CompileQueue() {}

  /** Waits until it is empty, and returns whether it is. */
  static boolean drained(long patienceNs) {
    // A method is listed as Class::name, whether it waits or is being compiled.
    return Polling.until(
            "the JVM's compilers",
            patienceNs,
            PAUSE_NS,
            () -> listing().contains("::") ? Optional.empty() : Optional.of(true))
        .isPresent();
  }

  /** Empty of a JVM that does not say. */
  private static String listing() {
    try {
      return (String)
          ManagementFactory.getPlatformMBeanServer()
              .invoke(new ObjectName(COMMANDS), "compilerQueue", new Object[] {}, new String[] {});
    } catch (JMException e) {
      return "";
    }
  }
}
