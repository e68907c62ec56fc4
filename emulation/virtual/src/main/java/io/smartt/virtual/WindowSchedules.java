package io.smartt.virtual;

import module java.base;

import io.smartt.base.concurrent.WorkerPool.PoolSchedule;
import io.smartt.experiment.run.Fabric.ThreadForecast;
import io.smartt.virtual.simulation.Simulation.WindowWatch;

/** Adds up, over all windows of a run, how pools of threads would have shared them. */
final class WindowSchedules implements WindowWatch {
  private final List<PoolSchedule> pools;
  private final long[] lastDone;
  private final long[] lastDoneShared;
  private int parts;
  private long[] before = new long[0];
  private long[] inWindow = new long[0];
  private long windows;
  private long sharedWindows;
  private long events;
  private long busiest;

  /** Frames that one part has sent to another. */
  record Crossing(int from, int to, long frames) {}

  /**
   * @param pools ascending by threads
   */
  WindowSchedules(List<PoolSchedule> pools) {
    this.pools = List.copyOf(pools);
    lastDone = new long[pools.size()];
    lastDoneShared = new long[pools.size()];
  }

  @Override
  public void ended(boolean shared, int newParts, long[] fired) {
    if (parts != newParts) {
      parts = newParts;
      before = Arrays.copyOf(before, parts);
      inWindow = new long[parts];
    }
    long sum = 0;
    long most = 0;
    for (int part = 0; part < parts; part++) {
      inWindow[part] = fired[part] - before[part];
      before[part] = fired[part];
      sum += inWindow[part];
      most = Math.max(most, inWindow[part]);
    }
    windows++;
    events += sum;
    busiest += shared ? most : sum;
    sharedWindows += shared ? 1 : 0;
    for (int i = 0; i < lastDone.length; i++) {
      long done = shared ? pools.get(i).lastDone(inWindow, parts) : sum;
      lastDone[i] += done;
      lastDoneShared[i] += shared ? done : 0;
    }
  }

  /**
   * Returns what comes of it.
   *
   * @param crossings frames between parts, in the run
   */
  ThreadForecast forecast(List<Crossing> crossings) {
    long frames = crossings.stream().mapToLong(Crossing::frames).sum();
    List<ThreadForecast.Row> rows = new ArrayList<>();
    for (int i = 0; i < lastDone.length; i++) {
      PoolSchedule pool = pools.get(i);
      long betweenThreads =
          crossings.stream()
              .filter(each -> pool.home(each.from(), parts) != pool.home(each.to(), parts))
              .mapToLong(Crossing::frames)
              .sum();
      rows.add(
          new ThreadForecast.Row(
              pool.threads(),
              ratio(events, lastDone[i]),
              ratio(lastDoneShared[i], sharedWindows),
              ratio(betweenThreads, frames)));
    }
    return new ThreadForecast(
        parts, windows, sharedWindows, events, ratio(events, busiest), frames, rows);
  }

  private static double ratio(long amount, long of) {
    return of == 0 ? 0 : (double) amount / of;
  }
}
