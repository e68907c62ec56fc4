package io.smartt.emulation.search;

import io.smartt.emulation.sweep.FinishedRun;
import io.smartt.emulation.sweep.SweepMonitor;

/** Tells a monitor of a whole search how far it is, though its runs come in several batches. */
public final class WholeSearch implements SweepMonitor {
  private final SweepMonitor target;
  private final int total;
  private State batch = new State(0, 0, 0, 0);
  private int doneBefore;
  private int earlierBefore;

  /**
   * @param target of the reports
   * @param total runs of the search, at most
   */
  public WholeSearch(SweepMonitor target, int total) {
    this.target = target;
    this.total = total;
  }

  @Override
  public synchronized void progress(State state) {
    target.progress(whole(state));
  }

  @Override
  public synchronized void finished(FinishedRun run, State state) {
    target.finished(run, whole(state));
  }

  @Override
  public boolean interrupted() {
    return target.interrupted();
  }

  /** Begins the next batch; what was done of the one before counts on. */
  synchronized void nextBatch() {
    doneBefore += batch.done();
    earlierBefore += batch.earlier();
    batch = new State(0, 0, 0, 0);
  }

  private State whole(State state) {
    batch = state;
    int done = doneBefore + state.done();
    return new State(done, earlierBefore + state.earlier(), Math.max(done, total), state.running());
  }
}
