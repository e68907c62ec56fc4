package io.smartt.experiment.report;

/** Forwards every call to another monitor; subclasses change some of them. */
public class ForwardingMonitor implements RunMonitor {
  private final RunMonitor target;

  /**
   * @param target the monitor that receives the calls
   */
  protected ForwardingMonitor(RunMonitor target) {
    this.target = target;
  }

  @Override
  public void stage(String what) {
    target.stage(what);
  }

  @Override
  public void began(RunFolder folder) {
    target.began(folder);
  }

  @Override
  public void running(RunUnderWay run) {
    target.running(run);
  }

  @Override
  public void ended(RunResult result) {
    target.ended(result);
  }

  @Override
  public void progress(Progress progress) {
    target.progress(progress);
  }

  @Override
  public boolean interrupted() {
    return target.interrupted();
  }
}
