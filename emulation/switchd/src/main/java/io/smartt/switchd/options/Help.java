package io.smartt.switchd.options;

import picocli.CommandLine.Option;

/** {@code --help} of a subcommand. */
public final class Help {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean wanted;
}
