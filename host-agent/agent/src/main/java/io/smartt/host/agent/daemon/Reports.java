package io.smartt.host.agent.daemon;

import module java.base;

import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Report;

/**
 * The reports of all shards of an experiment as one stream, in which counters are the host's. What
 * a shard says is handed over on the loop of the first, away from packets. For that loop but where
 * it says otherwise.
 */
final class Reports {
  private final EventLoop loop;
  private final Watchers<Report> watchers = new Watchers<>();
  private final Report.Builder past = Report.newBuilder();
  private final Counters[] latest;
  private Counters reported = Counters.getDefaultInstance();

  Reports(EventLoop loop, int shards) {
    this.loop = loop;
    latest = new Counters[shards];
    Arrays.fill(latest, Counters.getDefaultInstance());
  }

  /** Returns whether somebody wants samples, for any thread. */
  boolean wantsSamples() {
    return watchers.size() > 0 && watchers.anyReady();
  }

  /** The number of watchers, for any thread. */
  int watchers() {
    return watchers.size();
  }

  /** Takes what a shard says, from its thread. */
  void take(int shard, Report report) {
    if (loop.inEventLoop()) {
      tell(shard, report);
    } else {
      loop.execute(() -> tell(shard, report));
    }
  }

  private void tell(int shard, Report report) {
    latest[shard] = report.getCounters();
    Report events = report.toBuilder().clearCounters().clearTimePs().build();
    past.mergeFrom(events.toBuilder().clearSamples().build());
    if (watchers.isEmpty()) {
      return;
    }
    Counters counters = CounterMessages.sum(latest);
    if (!counters.equals(reported) || !events.equals(Report.getDefaultInstance())) {
      reported = counters;
      watchers.tell(report.toBuilder().setCounters(counters).build());
    }
  }

  /** Tells a new caller all that has happened. */
  void watch(ServerCallStreamObserver<Report> call, long timePs) {
    call.onNext(past.clone().setCounters(CounterMessages.sum(latest)).setTimePs(timePs).build());
    watchers.add(call);
  }

  void unwatch(ServerCallStreamObserver<Report> call) {
    watchers.remove(call);
  }

  void complete() {
    watchers.complete();
  }

  /**
   * Callers that get the same reports as events happen. For one event loop; any thread may ask
   * about them.
   *
   * @param <T> report
   */
  static final class Watchers<T> {
    private final List<ServerCallStreamObserver<T>> calls = new CopyOnWriteArrayList<>();
    private volatile int size;

    void add(ServerCallStreamObserver<T> call) {
      calls.add(call);
      size = calls.size();
    }

    void remove(ServerCallStreamObserver<T> call) {
      calls.remove(call);
      size = calls.size();
    }

    /** The number of watchers, for any thread. */
    int size() {
      return size;
    }

    boolean isEmpty() {
      return calls.isEmpty();
    }

    /** Returns whether somebody has read what there was. */
    boolean anyReady() {
      return calls.stream().anyMatch(ServerCallStreamObserver::isReady);
    }

    void tell(T message) {
      for (ServerCallStreamObserver<T> call : calls) {
        if (!call.isCancelled()) {
          call.onNext(message);
        }
      }
    }

    /** Ends all calls. */
    void complete() {
      for (ServerCallStreamObserver<T> call : List.copyOf(calls)) {
        if (!call.isCancelled()) {
          call.onCompleted();
        }
      }
      calls.clear();
      size = 0;
    }
  }
}
