package io.smartt.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Judges what holds only on a machine that keeps time. A failure counts at once where it did. Where
 * threads came late, that is said and counted, and what is judged is tried once more. {@code
 * .ci/run} prints the counted ones.
 */
final class LateMachine {
  /** A line each: the test, how late a thread came, and what failed. */
  static final Path COUNTED = Path.of("target", "late-machine.txt");

  private static final long LATE_MS = 100;
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private LateMachine() {}

  /** What is judged; it has folders of its own for each attempt. */
  interface Judged {
    void attempt(int number) throws Exception;
  }

  /** The worst that a thread was late while something else ran. */
  interface Lateness {
    long worstMs();

    /** Looks no more. */
    void end();
  }

  /** Fails as the second attempt does, or as the first if threads came in time. */
  static void judged(String test, Judged judged) throws Exception {
    judged(test, judged, new Watch(), COUNTED);
  }

  static void judged(String test, Judged judged, Lateness lateness, Path counted) throws Exception {
    try {
      judged.attempt(1);
      return;
    } catch (AssertionError e) {
      if (lateness.worstMs() < LATE_MS) {
        throw e;
      }
      count(test, lateness.worstMs(), e, counted);
    } finally {
      lateness.end();
    }
    judged.attempt(2);
  }

  private static void count(String test, long lateMs, AssertionError failure, Path counted) {
    String first =
        String.valueOf(failure.getMessage())
            .lines()
            .filter(line -> !line.isBlank())
            .findFirst()
            .orElse("");
    String line =
        "%s: the machine was late by %d ms; tried once more: %s%n".formatted(test, lateMs, first);
    System.out.print(line);
    try {
      Files.writeString(counted, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A thread that wants to look every ten milliseconds. */
  private static final class Watch implements Lateness {
    private volatile boolean ended;
    private volatile long worstNs;

    Watch() {
      Thread.ofPlatform().daemon().name("late-machine").start(this::look);
    }

    private void look() {
      while (!ended) {
        long before = System.nanoTime();
        LockSupport.parkNanos(LOOK_NS);
        worstNs = Math.max(worstNs, System.nanoTime() - before - LOOK_NS);
      }
    }

    @Override
    public long worstMs() {
      return TimeUnit.NANOSECONDS.toMillis(worstNs);
    }

    @Override
    public void end() {
      ended = true;
    }
  }
}
