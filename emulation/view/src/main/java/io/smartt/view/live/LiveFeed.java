package io.smartt.view.live;

import module java.base;

import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.experiment.report.RunMonitor.RunUnderWay;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.RunSamples;
import io.smartt.experiment.report.SeriesChoice;
import org.jspecify.annotations.Nullable;

/**
 * The way of a run's news to its subscribers. The run's thread copies what is new, and only while
 * somebody watches; a thread of this class makes events of it. The run never waits for that thread:
 * while it works, nothing is copied. Both keep to a small share of time, however large the run is.
 */
final class LiveFeed implements AutoCloseable {
  private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long SNAPSHOT_NS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Each of two copies may take a four-hundredth of the run's time, events one of a thread's. */
  private static final int COPY_TIMES = 400;

  private static final int EVENTS_TIMES = 400;
  private static final int SNAPSHOT_TIMES = 10;
  private static final int MOST_FLOWS = 2_000;
  private static final double NS_PER_S = 1e9;

  // For every thread.
  private final LiveHub subscribers;
  private final LongSupplier clockNs;
  private final ExecutorService encoder =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("smartt-live-events").daemon().factory());
  private final AtomicBoolean asked = new AtomicBoolean();

  // The encoder's thread alone.
  private final FeedEncoding encoding = new FeedEncoding();
  private final RateLimiter eventsPace = new RateLimiter(TICK_NS, EVENTS_TIMES);
  private final RateLimiter snapshotPace = new RateLimiter(SNAPSHOT_NS, SNAPSHOT_TIMES);

  // The thread that has the turn: the run's, which never waits for it, or the encoder's.
  private final ReentrantLock turn = new ReentrantLock();
  private final RateLimiter samplesPace = new RateLimiter(TICK_NS, COPY_TIMES);
  private final RateLimiter countsPace = new RateLimiter(TICK_NS, COPY_TIMES);
  private @Nullable RunUnderWay run;
  private RunMirror mirror = new RunMirror();
  private long beganNs;
  private boolean looked;
  private RunSamples scraped = RunSamples.NONE;
  private Optional<RunMirror.Moment> shownMoment = Optional.empty();

  /** A run that has ended without a result is not heard of again. */
  private static final long LOST_NS = TimeUnit.SECONDS.toNanos(2);

  // Written by the run's thread, but for the stage of what cannot be read; read by all.
  private volatile @Nullable LiveMonitor shown;
  private volatile long lookedNs;
  private volatile String stage = "starting";
  private volatile @Nullable Progress last;
  private volatile long nextNs;
  private volatile Optional<Path> folder = Optional.empty();
  private volatile Optional<RunResult> result = Optional.empty();
  private volatile Optional<RunStatus> ended = Optional.empty();

  // Written by the thread that has the turn, read by all.
  private volatile Optional<Latest> latest = Optional.empty();

  /**
   * The last copy, for those who ask once.
   *
   * @param result with the samples so far
   */
  record Latest(RunResult result, Optional<RunMirror.Moment> moment) {}

  LiveFeed(LiveHub subscribers, LongSupplier clockNs) {
    this.subscribers = subscribers;
    this.clockNs = clockNs;
    nextNs = clockNs.getAsLong();
  }

  /** Shows what is being done for a run. */
  void stage(LiveMonitor who, String what) {
    if (shown == null || shown == who) {
      show(what);
    }
  }

  private void show(String what) {
    stage = what;
    if (isWatched()) {
      publish();
    }
  }

  /** A run has a folder. */
  void began(LiveMonitor who, Path runFolder) {
    if (shown == null || shown == who) {
      folder = Optional.of(runFolder);
    }
  }

  /** The folder of the run, when it has one. */
  Optional<Path> folder() {
    return folder;
  }

  /** Returns what is being done, for those who ask before there is anything else. */
  String stage() {
    return stage;
  }

  /**
   * Traffic begins. What was of a run before is forgotten; while one goes on, others that go on
   * with it are not shown.
   *
   * @param itsFolder empty if it leaves none
   */
  void running(LiveMonitor who, Optional<Path> itsFolder, RunUnderWay newRun) {
    turn.lock();
    try {
      if (shown != null && clockNs.getAsLong() - lookedNs < LOST_NS) {
        return;
      }
      shown = who;
      lookedNs = clockNs.getAsLong();
      folder = itsFolder;
      run = newRun;
      mirror = new RunMirror();
      scraped = RunSamples.NONE;
      beganNs = clockNs.getAsLong();
      shownMoment = Optional.empty();
      result = Optional.empty();
      latest = Optional.empty();
    } finally {
      turn.unlock();
    }
    subscribers.startOver();
    show("traffic");
  }

  /** Called by the run's thread, often. */
  void progress(LiveMonitor who, Progress progress) {
    if (shown != who) {
      return;
    }
    last = progress;
    long nowNs = clockNs.getAsLong();
    lookedNs = nowNs;
    if (!isWatched()) {
      return;
    }
    if (nowNs - nextNs < 0 || !turn.tryLock()) {
      return;
    }
    try {
      copy(progress, nowNs);
    } finally {
      turn.unlock();
    }
    publish();
  }

  private void copy(Progress progress, long nowNs) {
    RunUnderWay from = run;
    if (from == null) {
      return;
    }
    nextNs = nowNs + TICK_NS;
    looked = true;
    mirror.note(new RunMirror.Moment(progress, from.events(), nowNs - beganNs));
    try {
      look(from, nowNs);
    } catch (RuntimeException e) {
      // A switch that does not answer, say: the run finds that out by itself and says so. That
      // somebody watches must not end it.
      stage = "traffic; not all can be read: " + e.getMessage();
    }
  }

  private void look(RunUnderWay from, long nowNs) {
    long atNs = nowNs;
    if (countsPace.isDue(atNs)) {
      mirror.count(from);
      long doneNs = clockNs.getAsLong();
      countsPace.took(atNs, doneNs);
      atNs = doneNs;
    }
    Set<SeriesChoice> choices = subscribers.choices();
    if (samplesPace.isDue(nowNs) || !choices.stream().allMatch(mirror::hasCopied)) {
      mirror.copySamples(from, choices);
      samplesPace.took(atNs, clockNs.getAsLong());
    }
  }

  /** The run has its result. */
  void result(LiveMonitor who, RunResult of) {
    turn.lock();
    try {
      if (shown != who) {
        return;
      }
      shown = null;
      result = Optional.of(of);
      // What the run's objects hold may go.
      run = null;
    } finally {
      turn.unlock();
    }
    subscribers.startOver();
    publish();
  }

  /** Nothing happens any more. */
  void end(RunStatus status) {
    ended = Optional.of(status);
    stage = status.key();
    publish();
  }

  /** Returns whether somebody watches now. */
  boolean isWatched() {
    return !subscribers.choices().isEmpty();
  }

  /** Returns whether the run has ended. */
  boolean isOver() {
    return ended.isPresent();
  }

  /** The state that was published last, or the run's result. */
  Optional<Latest> latest() {
    Optional<RunResult> of = result;
    return of.isPresent()
        ? Optional.of(new Latest(of.get(), lastMoment(of.get(), latest.flatMap(Latest::moment))))
        : latest;
  }

  /** Gives the subscribers what there is, soon; at once where nothing else will come. */
  void publish() {
    if (asked.compareAndSet(false, true)) {
      try {
        encoder.execute(() -> {
          asked.set(false);
          encode();
        });
      } catch (RejectedExecutionException e) {
        // It was closed meanwhile.
      }
    }
  }

  private void encode() {
    Optional<RunStatus> status = ended;
    if (status.isPresent()) {
      encodeEnd(status.get());
      return;
    }
    long nowNs = clockNs.getAsLong();
    Set<SeriesChoice> choices = subscribers.choices();
    Set<SeriesChoice> newcomers = snapshotPace.isDue(nowNs) ? subscribers.newcomers() : Set.of();
    byte[] progress;
    Map<SeriesChoice, LiveHub.Snapshot> everything = new HashMap<>();
    Changes changes = Changes.NONE;
    boolean fresh;
    turn.lock();
    try {
      fresh = looked || run == null;
      looked = false;
      progress = progress();
      newcomers =
          newcomers.stream()
              .filter(choice -> run == null || mirror.hasCopied(choice))
              .collect(Collectors.toSet());
      if (!newcomers.isEmpty() || eventsPace.isDue(nowNs)) {
        Set<SeriesChoice> watched = subscribers.watched();
        mirror.keepViews(watched);
        encoding.keep(choices);
        changes = changes(watched);
        long changedNs = clockNs.getAsLong();
        eventsPace.took(nowNs, changedNs);
        newcomers.forEach(choice ->
            everything(choice, watched.contains(choice))
                .ifPresent(all -> everything.put(choice, all)));
        if (!newcomers.isEmpty()) {
          snapshotPace.took(changedNs, clockNs.getAsLong());
        }
      }
      if (choices.contains(RunMetrics.SERIES)) {
        scraped = mirror.frozen(RunMetrics.SERIES);
      }
      latest =
          mirror
              .counted()
              .map(now -> new Latest(now.draft().samples(scraped).result(), mirror.moment()));
    } finally {
      turn.unlock();
    }
    subscribers.send(
        new LiveHub.Update(progress, changes.common(), changes.series(), fresh), everything);
  }

  /** Events for all, and for those who made a choice of series. */
  @SuppressWarnings("ArrayRecordComponent") // bytes for the network; nobody compares them
  private record Changes(byte[] common, Map<SeriesChoice, byte[]> series) {
    static final Changes NONE = new Changes(new byte[0], Map.of());
  }

  private byte[] progress() {
    Optional<RunMirror.Moment> moment = mirror.moment();
    byte[] event =
        new LiveEvents()
            .progress(
                stage,
                moment,
                shownMoment,
                latest.flatMap(before -> before.result().history().timeliness()))
            .toBytes();
    shownMoment = moment;
    return event;
  }

  private Changes changes(Set<SeriesChoice> choices) {
    Map<SeriesChoice, byte[]> series = new HashMap<>();
    choices.forEach(choice -> series.put(choice, FeedEncoding.series(mirror.view(choice), choice)));
    List<FlowRecord> flows = mirror.showFlows(MOST_FLOWS);
    List<RunEvent> happened = mirror.showEvents();
    LiveEvents common = new LiveEvents();
    if (!flows.isEmpty()) {
      common.flows(flows, mirror.counted().orElseThrow().identity());
    }
    if (!happened.isEmpty()) {
      common.runEvents(happened);
    }
    mirror.showCounted().map(RunResult::summary).ifPresent(common::counts);
    return new Changes(common.toBytes(), series);
  }

  /**
   * Encodes everything of what goes on, or of the result, for those who made a choice of series.
   *
   * @param goesOn whether they get changes of it
   */
  private Optional<LiveHub.Snapshot> everything(SeriesChoice choice, boolean goesOn) {
    Optional<RunResult> of = result;
    if (of.isPresent()) {
      return of.map(now -> encoding.result(now, choice, mirror.moment(), stage));
    }
    if (!goesOn) {
      return mirror
          .counted()
          .map(now ->
              FeedEncoding.whole(
                  now.draft().samples(mirror.frozen(choice)).result(),
                  choice,
                  mirror.moment(),
                  stage));
    }
    return mirror
        .counted()
        .map(now -> FeedEncoding.goingOn(now, mirror.view(choice), choice, mirror.moment(), stage));
  }

  /** The result in place of what was shown of it, to all. */
  private void encodeEnd(RunStatus status) {
    Optional<Latest> there = latest();
    Map<SeriesChoice, LiveHub.Snapshot> last = new HashMap<>();
    Set<SeriesChoice> choices = subscribers.choices();
    encoding.keep(choices);
    for (SeriesChoice choice : choices) {
      last.put(choice, encoding.ended(there, choice, status));
    }
    subscribers.sendEnd(last);
  }

  private Optional<RunMirror.Moment> lastMoment(RunResult of, Optional<RunMirror.Moment> before) {
    Progress progress = last;
    return progress == null
        ? before
        : Optional.of(
            new RunMirror.Moment(
                progress,
                // Those of the last copy are not those of the end.
                OptionalLong.empty(),
                Math.round(of.cost().wallSeconds() * NS_PER_S)));
  }

  @Override
  public void close() {
    encoder.shutdownNow();
  }
}
