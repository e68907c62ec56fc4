package io.smartt.emulation.report;

/** The monitor of a run that nobody watches. */
final class Unwatched implements RunMonitor {
  @Override
  public void stage(String what) {}

  @Override
  public void progress(Progress progress) {}

  @Override
  public boolean interrupted() {
    return false;
  }
}
