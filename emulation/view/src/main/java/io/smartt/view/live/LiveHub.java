package io.smartt.view.live;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.smartt.experiment.report.SeriesChoice;

/**
 * The browsers that watch, and the requests that wait for the next state. A browser that reads more
 * slowly than events come gets no more of them until it has read all, and then everything anew, so
 * that at most one state waits for it. Lives on one event loop.
 */
final class LiveHub {
  private static final int MOST_WATCHERS = 128;
  private static final long STALLED_NS = TimeUnit.SECONDS.toNanos(30);
  private static final long PATIENCE_S = 5;
  private static final byte[] NOTHING = {};

  // For every thread.
  private final EventLoop loop;

  // The loop's thread alone; "wake" is set before the loop has anything to do.
  private final Map<Channel, Watcher> watchers = new HashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private Runnable wake = () -> {};

  // Written by the loop's thread, read by all.
  private volatile Set<SeriesChoice> choices = Set.of();
  private volatile Set<SeriesChoice> watched = Set.of();
  private volatile Set<SeriesChoice> newcomers = Set.of();

  /**
   * A whole run, with the series of one choice.
   *
   * @param data JSON as a page has it; empty where there is none
   * @param events the same as an event, and those that belong to it
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes for the network; nobody compares them
  record Snapshot(byte[] data, byte[] events) {}

  /**
   * The news of a run.
   *
   * @param progress an event that says how far the run is
   * @param changes events for all; what they change is in a snapshot before them
   * @param series more of them for those who made a choice of series
   * @param fresh whether the run was looked at since the last update, or none goes on
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes for the network; nobody compares them
  record Update(byte[] progress, byte[] changes, Map<SeriesChoice, byte[]> series, boolean fresh) {}

  /** A browser. */
  private static final class Watcher {
    final SeriesChoice choice;
    boolean current;
    long stalledNs;

    Watcher(SeriesChoice choice) {
      this.choice = choice;
    }
  }

  /**
   * A request.
   *
   * @param needsData whether it is for the whole report
   * @param answer receives the report; empty if there is none yet, or it is not for one
   * @param answered is complete then
   */
  private record Waiting(
      boolean needsData, Consumer<Optional<byte[]>> answer, CompletableFuture<Boolean> answered) {
    SeriesChoice choice() {
      return needsData ? SeriesChoice.ALL : RunMetrics.SERIES;
    }

    void give(Optional<byte[]> data) {
      var _ = answered.complete(true);
      answer.accept(data);
    }
  }

  LiveHub(EventLoop loop) {
    this.loop = loop;
  }

  /**
   * Sets what is called when somebody needs something; called once, before anything else.
   *
   * @param newWake asks the feed for events
   */
  void onNeed(Runnable newWake) {
    wake = newWake;
  }

  /**
   * Returns what is looked at, so that it is to be copied; empty if nobody watches. The run's
   * thread asks often.
   */
  Set<SeriesChoice> choices() {
    return choices;
  }

  /** The choices of those who get updates; a part of {@link #choices}. */
  Set<SeriesChoice> watched() {
    return watched;
  }

  /** The choices of those who need all data first. */
  Set<SeriesChoice> newcomers() {
    return newcomers;
  }

  /** Returns whether one more may watch. On the loop. */
  boolean hasRoom() {
    return watchers.size() < MOST_WATCHERS;
  }

  /**
   * Adds a browser that has had the head of its answer. On the loop.
   *
   * @param choice the series that it looks at
   */
  void add(Channel channel, SeriesChoice choice) {
    watchers.put(channel, new Watcher(choice));
    channel.closeFuture().addListener(_ -> remove(channel));
    changed();
    wake.run();
  }

  private void remove(Channel channel) {
    watchers.remove(channel);
    changed();
  }

  /**
   * Answers when there is a new state, or with none after a while. On the loop.
   *
   * @param needsData whether the answer is to be the whole report
   */
  void await(boolean needsData, Consumer<Optional<byte[]>> answer) {
    Waiting one = new Waiting(needsData, answer, new CompletableFuture<>());
    waiting.add(one);
    changed();
    wake.run();
    ScheduledFuture<?> timeout =
        loop.schedule(
            () -> {
              if (waiting.remove(one)) {
                changed();
                answer.accept(Optional.empty());
              }
            },
            PATIENCE_S,
            TimeUnit.SECONDS);
    var _ = one.answered.thenRun(() -> timeout.cancel(false));
  }

  private void changed() {
    newcomers =
        Stream.concat(
                waiting.stream().filter(Waiting::needsData).map(Waiting::choice),
                watchers.entrySet().stream()
                    .filter(each -> !each.getValue().current && each.getKey().isWritable())
                    .map(each -> each.getValue().choice))
            .collect(Collectors.toUnmodifiableSet());
    watched =
        watchers.values().stream()
            .map(watcher -> watcher.choice)
            .collect(Collectors.toUnmodifiableSet());
    choices =
        Stream.concat(waiting.stream().map(Waiting::choice), watched.stream())
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Another run begins: all need all data. */
  void startOver() {
    onLoop(() -> {
      watchers.values().forEach(watcher -> watcher.current = false);
      changed();
    });
  }

  /**
   * Sends what is new to all who have what was before, and everything to newcomers.
   *
   * @param everything for some of the choices
   */
  void send(Update update, Map<SeriesChoice, Snapshot> everything) {
    onLoop(() -> {
      long nowNs = System.nanoTime();
      for (Map.Entry<Channel, Watcher> each : List.copyOf(watchers.entrySet())) {
        send(each.getKey(), each.getValue(), update, everything, nowNs);
      }
      answer(
          Optional.ofNullable(everything.get(SeriesChoice.ALL)).map(Snapshot::data),
          update.fresh());
      changed();
    });
  }

  private static void send(
      Channel channel,
      Watcher watcher,
      Update update,
      Map<SeriesChoice, Snapshot> everything,
      long nowNs) {
    if (!channel.isWritable()) {
      watcher.current = false;
      if (watcher.stalledNs == 0) {
        watcher.stalledNs = nowNs;
      } else if (nowNs - watcher.stalledNs > STALLED_NS) {
        var _ = channel.close();
      }
      return;
    }
    watcher.stalledNs = 0;
    Snapshot all = everything.get(watcher.choice);
    if (watcher.current) {
      byte[] series = update.series().getOrDefault(watcher.choice, NOTHING);
      write(channel, Unpooled.wrappedBuffer(update.progress(), update.changes(), series));
    } else if (all != null) {
      watcher.current = true;
      write(channel, Unpooled.wrappedBuffer(all.events()));
    } else {
      write(channel, Unpooled.wrappedBuffer(update.progress()));
    }
  }

  private void answer(Optional<byte[]> data, boolean fresh) {
    List<Waiting> answered =
        waiting.stream().filter(one -> one.needsData() ? data.isPresent() : fresh).toList();
    waiting.removeAll(answered);
    answered.forEach(one -> one.give(one.needsData() ? data : Optional.empty()));
  }

  /** Sends the last events, which have everything, to all of these choices. */
  void sendEnd(Map<SeriesChoice, Snapshot> last) {
    onLoop(() -> {
      // One that has not read the last state yet needs this one all the same.
      for (Map.Entry<Channel, Watcher> each : List.copyOf(watchers.entrySet())) {
        Optional.ofNullable(last.get(each.getValue().choice))
            .ifPresent(all -> {
              watchers.remove(each.getKey());
              write(each.getKey(), Unpooled.wrappedBuffer(all.events()));
            });
      }
      List<Waiting> answered =
          waiting.stream().filter(one -> last.containsKey(one.choice())).toList();
      waiting.removeAll(answered);
      answered.forEach(one ->
          one.give(
              Optional.ofNullable(last.get(one.choice()))
                  .map(Snapshot::data)
                  .filter(data -> one.needsData() && data.length > 0)));
      changed();
    });
  }

  /** Nothing where the server has closed meanwhile: nobody watches then. */
  private void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // It was closed while the last events were made.
    }
  }

  private static void write(Channel channel, ByteBuf events) {
    var _ = channel.writeAndFlush(new DefaultHttpContent(events));
  }
}
