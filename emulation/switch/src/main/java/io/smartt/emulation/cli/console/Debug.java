package io.smartt.emulation.cli.console;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** {@code --debug}, accepted before and after the subcommand. */
public final class Debug {
  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Shows where in the program a failure happened.")
  private boolean debug;

  boolean wanted() {
    return debug;
  }
}
