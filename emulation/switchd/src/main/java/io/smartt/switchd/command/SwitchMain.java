package io.smartt.switchd.command;

import io.smartt.switchd.console.ConnectionLog;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.HelpPage;
import io.smartt.switchd.console.ProcessConsole;
import java.util.Map;
import picocli.CommandLine;

/** {@code smartt switch} as a program of its own, without what experiments need. */
public final class SwitchMain {
  private SwitchMain() {}

  /** Runs the command line and ends the process with its status. */
  @SuppressWarnings("try") // it acts while it is open
  public static void main(String[] args) {
    ProcessConsole process = ProcessConsole.open();
    Console console = process.console();
    try (ConnectionLog connections = ConnectionLog.to(console.err(), System::nanoTime)) {
      System.exit(process.finish(execute(console, args)));
    }
  }

  /** Returns the exit status: 0 done, 1 the switch failed, 2 wrong usage or input. */
  public static int execute(Console console, String... args) {
    CommandLine root = HelpPage.withOption(SwitchCommand.commandLine(console));
    return Failures.install(HelpPage.of(root, console, Map.of()), console).execute(args);
  }
}
