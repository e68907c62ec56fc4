package io.smartt.switchd.options;

import module java.base;

import picocli.CommandLine.Option;

/** {@code --while-input-open} of a command that another process starts. */
public final class InputOption {
  @Option(
      names = "--while-input-open",
      description = "Ends when standard input does: with the process that started it.")
  private boolean whileInputOpen;

  /** Runs something at the end of standard input, if the option was given. */
  public void atEnd(Runnable action) {
    if (!whileInputOpen) {
      return;
    }
    Thread.ofPlatform()
        .name("input")
        .daemon()
        .start(() -> {
          try {
            while (System.in.read() >= 0) {
              // What is said does not matter.
            }
          } catch (IOException e) {
            // As good as its end.
          }
          action.run();
        });
  }
}
