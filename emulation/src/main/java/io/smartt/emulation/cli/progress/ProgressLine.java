package io.smartt.emulation.cli.progress;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.emulation.report.Progress;
import io.smartt.emulation.report.RunFolder;
import io.smartt.emulation.report.RunMonitor;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Shows how far a run is: on a terminal one line that is written over, at most ten times a second;
 * elsewhere one line a stage and one a quarter of the bytes.
 */
public final class ProgressLine implements RunMonitor {
  private static final int COARSE_PERCENT = 25;

  private final Console console;
  private final BooleanSupplier interrupted;
  private final Consumer<RunFolder> began;
  private final TerminalLine line;
  private int nextPercent = COARSE_PERCENT;

  public ProgressLine(Console console, LongSupplier clockNs, BooleanSupplier interrupted) {
    this(console, clockNs, interrupted, folder -> {});
  }

  /**
   * @param began receives the run's folder
   */
  public ProgressLine(
      Console console,
      LongSupplier clockNs,
      BooleanSupplier interrupted,
      Consumer<RunFolder> began) {
    this.began = began;
    this.console = console;
    this.interrupted = interrupted;
    line = new TerminalLine(console, clockNs);
  }

  @Override
  public void began(RunFolder folder) {
    began.accept(folder);
  }

  @Override
  public void stage(String what) {
    if (console.errIsTerminal()) {
      line.show(what);
    } else {
      console.err().println("smartt: " + what);
    }
  }

  @Override
  public void progress(Progress progress) {
    if (console.errIsTerminal()) {
      line.update(() -> describe(progress));
    } else if (percent(progress) >= nextPercent) {
      nextPercent = percent(progress) / COARSE_PERCENT * COARSE_PERCENT + COARSE_PERCENT;
      console.err().println("smartt: " + describe(progress));
    }
  }

  @Override
  public boolean interrupted() {
    return interrupted.getAsBoolean();
  }

  /** Removes the line, before anything else is written to the terminal. */
  public void clear() {
    line.clear();
  }

  private static int percent(Progress progress) {
    return progress.bytesTotal() == 0
        ? 100
        : (int) (100.0 * progress.bytesDelivered() / progress.bytesTotal());
  }

  private static String describe(Progress progress) {
    return String.format(
        Locale.ROOT,
        "%3d %% of bytes delivered, %d of %d flows done, %s simulated",
        percent(progress),
        progress.flowsFinished(),
        progress.flowsTotal(),
        HumanFormat.timeOfPs(progress.timePs()));
  }
}
