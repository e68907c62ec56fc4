package io.smartt.emulation.cli.progress;

import module java.base;

import io.smartt.base.concurrent.Polling;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.switchd.console.Console;
import io.smartt.view.gnmi.GnmiServer;
import io.smartt.view.live.LiveServer;

/** A run that a page shows, if one was asked for, from before its begin to after its end. */
public final class ShownRun implements AutoCloseable {
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The time for browsers to get the last events of a page that does not stay. */
  private static final long LAST_NS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Optional<LiveServer> server;
  private final Optional<GnmiServer> counters;
  private final boolean stays;
  private final Console console;
  private boolean ended;

  /**
   * @param counters of the same run
   * @param stays whether the page is there after the run, until Ctrl-C
   */
  ShownRun(
      Optional<LiveServer> server, Optional<GnmiServer> counters, boolean stays, Console console) {
    this.server = server;
    this.counters = counters;
    this.stays = stays;
    this.console = console;
  }

  /** The monitor of what is shown, in front of another. */
  public RunMonitor watching(RunMonitor other) {
    return server.map(there -> there.watching(other)).orElse(other);
  }

  /** The address of the page; empty without one. */
  public String url() {
    return server.map(LiveServer::url).orElse("");
  }

  /** Shows that all is done. The page goes. */
  public void leave(RunStatus status) {
    ended = true;
    server.ifPresent(there -> {
      there.end(status);
      Polling.pause("the page's browsers", LAST_NS);
    });
  }

  /** Shows that all is done; then, if the page stays, waits for Ctrl-C. */
  public void end(RunStatus status, Interruption interruption) {
    if (server.isEmpty() || !stays || interruption.requested()) {
      leave(status);
      return;
    }
    ended = true;
    LiveServer there = server.get();
    there.end(status);
    console.err().println("smartt: the page stays at " + there.url() + " until Ctrl-C");
    console.err().flush();
    while (!interruption.requested()) {
      Polling.pause("Ctrl-C", LOOK_NS);
    }
  }

  /** The page of a run that has failed without an end shows that, but does not stay. */
  @Override
  public void close() {
    server.ifPresent(there -> {
      if (!ended && there.isWatched()) {
        leave(RunStatus.FAILED);
      }
      counters.ifPresent(GnmiServer::close);
      there.close();
    });
  }
}
