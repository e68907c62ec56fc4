package io.smartt.experiment.run;

import io.smartt.experiment.report.RunMonitor;
import java.util.List;

/**
 * The gain that a run would have from more threads, by the order in which its work can be done and
 * not by a clock: all events are taken to cost the same.
 *
 * @param parts of the network that threads can run side by side
 * @param windows in which they ran, each with a barrier behind it
 * @param sharedWindows of those, that had enough to do for more than one thread
 * @param events in all
 * @param mostTimesAsFast with a thread for each part: what the busiest part of each window leaves
 * @param betweenParts frames that were sent from one part to another
 * @param rows by number of threads, ascending
 */
public record ThreadForecast(
    int parts,
    long windows,
    long sharedWindows,
    long events,
    double mostTimesAsFast,
    long betweenParts,
    List<Row> rows) {
  /** Copies the list. */
  public ThreadForecast {
    rows = List.copyOf(rows);
  }

  /**
   * A number of threads.
   *
   * @param timesAsFast as one thread
   * @param eventsToBarrier of the thread that is done last, between two barriers of shared windows
   * @param betweenThreads share of the frames between parts whose ends are at home in two threads,
   *     and so are written by one core and read by another; 0 to 1
   */
  public record Row(
      int threads, double timesAsFast, double eventsToBarrier, double betweenThreads) {
    /** Share of the threads' time in which they have work, 0 to 1. */
    public double atWork() {
      return timesAsFast / threads;
    }
  }

  /** Runs an experiment to see how threads could share it. */
  @FunctionalInterface
  public interface Study {
    /**
     * Runs to the end.
     *
     * @param inputs whose threads are the most that are forecast
     * @throws io.smartt.base.failure.RunFailedException if the run does not complete
     */
    ThreadForecast of(RunInputs inputs, RunMonitor monitor);
  }
}
