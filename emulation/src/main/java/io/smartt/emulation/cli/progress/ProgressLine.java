package io.smartt.emulation.cli.progress;

import module java.base;

import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.switchd.console.Console;

/**
 * Shows how far a run is: on a terminal one line that is written over, at most ten times a second,
 * with a bar and what is left at the speed of the traffic so far; elsewhere one line a stage, one
 * after the first three seconds of a run that takes longer than ten, and one a quarter of the
 * bytes.
 */
public final class ProgressLine implements RunMonitor {
  private static final int COARSE_PERCENT = 25;
  private static final int BAR = 20;

  /**
   * The speed of the traffic is known after this time: before, the JVM compiles what packets pass.
   */
  private static final long SOON_NS = 3_000_000_000L;

  /** The least time left that is said beforehand. */
  private static final long LONG_NS = 10_000_000_000L;

  private final Console console;
  private final LongSupplier clockNs;
  private final BooleanSupplier interrupted;
  private final Consumer<RunFolder> began;
  private final TerminalLine line;
  private int nextPercent = COARSE_PERCENT;
  private long trafficSinceNs;
  private boolean begun;
  private boolean foretold;

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
    this.clockNs = clockNs;
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
    if (!begun) {
      begun = true;
      trafficSinceNs = clockNs.getAsLong();
    }
    if (console.errIsTerminal()) {
      line.update(() -> bar(progress));
      return;
    }
    boolean soon =
        !foretold
            && progress.bytesDelivered() > 0
            && clockNs.getAsLong() - trafficSinceNs >= SOON_NS;
    foretold |= soon;
    if (percent(progress) >= nextPercent || (soon && isLong(progress))) {
      nextPercent = percent(progress) / COARSE_PERCENT * COARSE_PERCENT + COARSE_PERCENT;
      console
          .err()
          .println(
              "smartt: " + describe(progress) + (isLong(progress) ? ", " + left(progress) : ""));
      console.err().flush();
    }
  }

  private boolean isLong(Progress progress) {
    long elapsedNs = clockNs.getAsLong() - trafficSinceNs;
    return progress.bytesDelivered() > 0
        && (double) elapsedNs * (progress.bytesTotal() - progress.bytesDelivered())
            > (double) LONG_NS * progress.bytesDelivered();
  }

  private String left(Progress progress) {
    return ProgressBar.left(
        clockNs.getAsLong() - trafficSinceNs,
        (double) progress.bytesDelivered(),
        (double) (progress.bytesTotal() - progress.bytesDelivered()));
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

  private String bar(Progress progress) {
    long rest = progress.bytesTotal() - progress.bytesDelivered();
    return ProgressBar.of(percent(progress) / 100.0, BAR)
        + String.format(
            Locale.ROOT,
            " %d %%, %d of %d flows done, %s simulated",
            percent(progress),
            progress.flowsFinished(),
            progress.flowsTotal(),
            HumanFormat.timeOfPs(progress.timePs()))
        + (rest <= 0 ? "" : ", " + left(progress));
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

  /** A bar of characters, and how long what is left takes at the speed so far. */
  public static final class ProgressBar {
    private static final double NS_PER_S = 1e9;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int SECONDS_PER_HOUR = 3_600;

    private ProgressBar() {}

    /**
     * Draws the bar.
     *
     * @param part from 0 to 1; more counts as 1
     * @param width characters between its ends
     */
    public static String of(double part, int width) {
      int filled = (int) (width * Math.clamp(part, 0, 1));
      return "[" + "#".repeat(filled) + " ".repeat(width - filled) + "]";
    }

    /**
     * Says what is left, as a half sentence.
     *
     * @param elapsedNs since it began
     * @param done in any unit; until something is, what is left is not known
     * @param rest in the same unit
     */
    public static String left(long elapsedNs, double done, double rest) {
      return done <= 0
          ? "time left unknown"
          : duration(Math.round(elapsedNs / NS_PER_S * rest / done)) + " left";
    }

    private static String duration(long seconds) {
      if (seconds < SECONDS_PER_MINUTE) {
        return seconds + " s";
      }
      return seconds < SECONDS_PER_HOUR
          ? seconds / SECONDS_PER_MINUTE + " min " + seconds % SECONDS_PER_MINUTE + " s"
          : seconds / SECONDS_PER_HOUR
              + " h "
              + seconds % SECONDS_PER_HOUR / SECONDS_PER_MINUTE
              + " min";
    }
  }

  /** One line of a terminal that is written over. Does nothing where errors go elsewhere. */
  public static final class TerminalLine {
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
}
