package io.smartt.emulation.cli.progress;

import module java.base;

import io.smartt.switchd.console.Console;

/** One line of a terminal that is written over. Does nothing where errors go elsewhere. */
public final class TerminalLine {
  private static final long INTERVAL_NS = 100_000_000;
  private static final String ERASE_LINE = "\r\u001B[K";

  private final Console console;
  private final LongSupplier clockNs;
  private long nextNs;

  public TerminalLine(Console console, LongSupplier clockNs) {
    this.console = console;
    this.clockNs = clockNs;
    nextNs = clockNs.getAsLong();
  }

  /** Shows a text, unless one was shown in this way less than a tenth of a second ago. */
  public void update(Supplier<String> text) {
    long now = clockNs.getAsLong();
    if (console.errIsTerminal() && now - nextNs >= 0) {
      nextNs = now + INTERVAL_NS;
      show(text.get());
    }
  }

  /** Shows a text now. */
  void show(String text) {
    if (console.errIsTerminal()) {
      console.err().print(ERASE_LINE + text);
      console.err().flush();
    }
  }

  /** Removes the line, before anything else is written to the terminal. */
  public void clear() {
    show("");
  }
}
