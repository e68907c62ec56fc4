package io.smartt.view.live;

import module java.base;

import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;

/** A monitor that shows a run, and passes on to another monitor. */
final class LiveMonitor extends RunMonitor.ForwardingMonitor {
  private final LiveFeed feed;
  private Optional<Path> path = Optional.empty();

  LiveMonitor(RunMonitor other, LiveFeed feed) {
    super(other);
    this.feed = feed;
  }

  @Override
  public void stage(String what) {
    super.stage(what);
    feed.stage(this, what);
  }

  @Override
  public void began(RunFolder folder) {
    super.began(folder);
    path = Optional.of(folder.path());
    feed.began(this, folder.path());
  }

  @Override
  public void running(RunMonitor.RunUnderWay run) {
    super.running(run);
    feed.running(this, path, run);
  }

  @Override
  public void progress(RunMonitor.Progress progress) {
    super.progress(progress);
    feed.progress(this, progress);
  }

  @Override
  public void ended(RunResult result) {
    super.ended(result);
    feed.result(this, result);
  }
}
