package io.smartt.base.concurrent;

import module java.base;

import io.smartt.base.failure.RunFailedException;

/** Closes several things, each of them also after another has failed. */
public final class Closing {
  private Closing() {}

  /** Closes all in this order; returns what failed. */
  public static List<Exception> failures(Iterable<? extends AutoCloseable> all) {
    List<Exception> failures = new ArrayList<>();
    for (AutoCloseable one : all) {
      try {
        one.close();
      } catch (Exception e) {
        failures.add(e);
      }
    }
    return failures;
  }

  /**
   * Closes all in this order after a failure, which stays the one that is reported.
   *
   * @return the failure, with what failed since suppressed in it
   */
  public static <E extends Exception> E after(E failure, AutoCloseable... all) {
    return after(failure, List.of(all));
  }

  /** Closes all of a list after a failure, which stays the one that is reported. */
  public static <E extends Exception> E after(E failure, Iterable<? extends AutoCloseable> all) {
    failures(all).forEach(failure::addSuppressed);
    return failure;
  }

  /** Closes at the end of a try statement, whose own failure stays the one that is reported. */
  public interface AtEnd extends AutoCloseable {
    @Override
    void close();
  }

  /** Returns what closes all that a list then has, as {@link #all} does. */
  public static AtEnd atEnd(String what, Iterable<? extends AutoCloseable> list) {
    return () -> all(what, list);
  }

  /**
   * Closes all in this order.
   *
   * @throws RunFailedException with the first failure as its cause and the others suppressed
   */
  public static void all(String what, Iterable<? extends AutoCloseable> all) {
    List<Exception> failures = failures(all);
    if (!failures.isEmpty()) {
      Exception first = failures.removeFirst();
      RunFailedException failed =
          new RunFailedException(what + " failed: " + first.getMessage(), first);
      failures.forEach(failed::addSuppressed);
      throw failed;
    }
  }
}
