package io.smartt.switchd.options;

import picocli.CommandLine.Option;

/** {@code --json} of a command. */
public final class JsonOption {
  @Option(names = "--json", description = "Prints JSON on standard output, and nothing else there.")
  private boolean json;

  /** Returns whether it was given. */
  public boolean wanted() {
    return json;
  }
}
