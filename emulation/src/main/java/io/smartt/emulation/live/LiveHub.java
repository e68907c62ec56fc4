package io.smartt.emulation.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The browsers that watch, and the requests that wait for the next state. A browser that reads more
 * slowly than events come gets no more of them until it has read all, and then everything anew, so
 * that at most one state waits for it. Lives on one event loop.
 */
final class LiveHub implements Audience {
  private static final int MOST_WATCHERS = 128;
  private static final long STALLED_NS = TimeUnit.SECONDS.toNanos(30);
  private static final long PATIENCE_S = 5;

  private final EventLoop loop;
  private final Map<Channel, Watcher> watchers = new HashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private Runnable wake = () -> {};
  private Optional<Snapshot> end = Optional.empty();

  private volatile boolean there;
  private volatile boolean newcomers;

  /** A browser. */
  private static final class Watcher {
    boolean current;
    long stalledNs;
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
    void give(Optional<byte[]> data) {
      var _ = answered.complete(true);
      answer.accept(data);
    }
  }

  LiveHub(EventLoop loop) {
    this.loop = loop;
  }

  /**
   * Once, before anything else.
   *
   * @param newWake asks the feed for events
   */
  void onNeed(Runnable newWake) {
    wake = newWake;
  }

  @Override
  public boolean isThere() {
    return there;
  }

  @Override
  public boolean hasNewcomers() {
    return newcomers;
  }

  /** Whether one more may watch. On the loop. */
  boolean hasRoom() {
    return watchers.size() < MOST_WATCHERS;
  }

  /** Adds a browser that has had the head of its answer. On the loop. */
  void add(Channel channel) {
    if (end.isPresent()) {
      write(channel, Unpooled.wrappedBuffer(end.get().events()));
      return;
    }
    watchers.put(channel, new Watcher());
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
    if (end.isPresent()) {
      answer.accept(end.map(Snapshot::data).filter(data -> data.length > 0));
      return;
    }
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
    there = !watchers.isEmpty() || !waiting.isEmpty();
    newcomers =
        waiting.stream().anyMatch(Waiting::needsData)
            || watchers.entrySet().stream()
                .anyMatch(each -> !each.getValue().current && each.getKey().isWritable());
  }

  @Override
  public void startOver() {
    loop.execute(() -> {
      watchers.values().forEach(watcher -> watcher.current = false);
      changed();
    });
  }

  @Override
  public void send(Update update, Optional<Snapshot> everything) {
    loop.execute(() -> {
      ByteBuf progress = Unpooled.wrappedBuffer(update.progress());
      ByteBuf next = Unpooled.wrappedBuffer(update.progress(), update.changes());
      Optional<ByteBuf> all = everything.map(of -> Unpooled.wrappedBuffer(of.events()));
      long nowNs = System.nanoTime();
      for (Map.Entry<Channel, Watcher> each : List.copyOf(watchers.entrySet())) {
        send(each.getKey(), each.getValue(), progress, next, all, nowNs);
      }
      answer(everything.map(Snapshot::data));
      changed();
    });
  }

  private static void send(
      Channel channel,
      Watcher watcher,
      ByteBuf progress,
      ByteBuf next,
      Optional<ByteBuf> all,
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
    if (watcher.current) {
      write(channel, next.retainedDuplicate());
    } else if (all.isPresent()) {
      watcher.current = true;
      write(channel, all.get().retainedDuplicate());
    } else {
      write(channel, progress.retainedDuplicate());
    }
  }

  private void answer(Optional<byte[]> data) {
    List<Waiting> answered =
        waiting.stream().filter(one -> !one.needsData() || data.isPresent()).toList();
    waiting.removeAll(answered);
    answered.forEach(one -> one.give(one.needsData() ? data : Optional.empty()));
  }

  @Override
  public void sendEnd(Snapshot last) {
    loop.execute(() -> {
      end = Optional.of(last);
      ByteBuf all = Unpooled.wrappedBuffer(last.events());
      for (Channel channel : List.copyOf(watchers.keySet())) {
        // One that has not read the last state yet needs this one all the same.
        write(channel, all.retainedDuplicate());
      }
      watchers.clear();
      List<Waiting> answered = List.copyOf(waiting);
      waiting.clear();
      Optional<byte[]> data = Optional.of(last.data()).filter(some -> some.length > 0);
      answered.forEach(one -> one.give(data));
      changed();
    });
  }

  private static void write(Channel channel, ByteBuf events) {
    var _ = channel.writeAndFlush(new DefaultHttpContent(events));
  }
}
