package io.smartt.view.gnmi;

import module java.base;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.Notification;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.SubscribeRequest;
import io.smartt.controller.gnmi.SubscribeResponse;
import io.smartt.controller.gnmi.Subscription;
import io.smartt.controller.gnmi.SubscriptionList;
import io.smartt.controller.gnmi.SubscriptionMode;
import io.smartt.experiment.report.RunResult;
import io.smartt.view.gnmi.CounterTree.Leaf;
import io.smartt.view.gnmi.GnmiService.Answers;
import io.smartt.view.gnmi.GnmiService.Target;
import org.jspecify.annotations.Nullable;

/**
 * One Subscribe. All of it happens on one thread. A client that reads slowly gets fewer samples:
 * nothing is made while it has not read what there was.
 */
final class GnmiStream implements StreamObserver<SubscribeRequest> {
  private final ServerCallStreamObserver<SubscribeResponse> client;
  private final GnmiServer.CounterSource source;
  private final Answers answers;
  private final ScheduledExecutorService thread;
  private final LongSupplier clockNs;
  private final Runnable onEnd;

  private Optional<SubscriptionList> list = Optional.empty();
  private Target target = Target.of(Path.getDefaultInstance());
  private List<Path> paths = List.of();
  private List<Watched> watched = List.of();
  private @Nullable Future<?> ticks;
  private boolean asked;
  private boolean synced;
  private boolean over;

  GnmiStream(
      ServerCallStreamObserver<SubscribeResponse> client,
      GnmiServer.CounterSource source,
      Answers answers,
      ScheduledExecutorService thread,
      LongSupplier clockNs,
      Runnable onEnd) {
    this.client = client;
    this.source = source;
    this.answers = answers;
    this.thread = thread;
    this.clockNs = clockNs;
    this.onEnd = onEnd;
    // A poll waits for the answer to the one before it.
    client.disableAutoRequest();
    client.setOnCancelHandler(() -> later(this::end));
    client.request(1);
  }

  @Override
  public void onNext(SubscribeRequest request) {
    later(() -> guarded(() -> take(request)));
  }

  @Override
  public void onError(Throwable error) {
    later(this::end);
  }

  /** A client that says no more still reads a stream. */
  @Override
  public void onCompleted() {
    later(() -> {
      if (!over && (list.isEmpty() || isMode(SubscriptionList.Mode.POLL))) {
        finish();
      }
    });
  }

  private void take(SubscribeRequest request) {
    if (request.hasSubscribe() && list.isEmpty()) {
      begin(request.getSubscribe());
    } else if (request.hasPoll() && isMode(SubscriptionList.Mode.POLL)) {
      once(() -> client.request(1));
    } else {
      throw Status.INVALID_ARGUMENT
          .withDescription("first come the paths, and then polls of a subscription of mode POLL")
          .asRuntimeException();
    }
  }

  private boolean isMode(SubscriptionList.Mode mode) {
    return list.filter(there -> there.getMode() == mode).isPresent();
  }

  private void begin(SubscriptionList wanted) {
    Paths.checkNumber(wanted.getSubscriptionCount());
    Encoding _ = Paths.checked(wanted.getEncoding());
    target = Target.of(wanted.getPrefix());
    list = Optional.of(wanted);
    paths =
        wanted.getSubscriptionList().stream()
            .map(Subscription::getPath)
            .map(path -> Paths.whole(wanted.getPrefix(), path, target))
            .toList();
    switch (wanted.getMode()) {
      case ONCE -> once(this::finish);
      // The values of a first poll come at once, as of the others (gNMI 0.10, 3.5.1.5.3).
      case POLL -> once(() -> client.request(1));
      case STREAM -> {
        watched = Watched.of(wanted, target, clockNs.getAsLong());
        ticks =
            thread.scheduleWithFixedDelay(
                () -> guarded(this::tick), 0, Watched.LEAST_NS / 4, TimeUnit.NANOSECONDS);
        client.request(1);
      }
      case UNRECOGNIZED ->
          throw Status.INVALID_ARGUMENT
              .withDescription("mode " + wanted.getModeValue())
              .asRuntimeException();
    }
  }

  private void once(Runnable then) {
    ask(result -> {
      RunResult there = result.orElseThrow(Answers::notYet);
      if (!list.orElseThrow().getUpdatesOnly()) {
        for (CountedSwitch device : target.in(there)) {
          List<Leaf> leaves =
              paths.stream().flatMap(path -> target.tree().at(device, path).stream()).toList();
          send(device, leaves);
        }
      }
      sync();
      then.run();
    });
  }

  private void tick() {
    long nowNs = clockNs.getAsLong();
    if (!asked && client.isReady() && watched.stream().anyMatch(one -> one.isDue(nowNs))) {
      ask(result -> result.ifPresent(this::sample));
    }
  }

  private void sample(RunResult result) {
    long nowNs = clockNs.getAsLong();
    List<Watched> due = watched.stream().filter(one -> one.isDue(nowNs)).toList();
    for (CountedSwitch device : target.in(result)) {
      List<Leaf> news = new ArrayList<>();
      due.forEach(one -> news.addAll(one.news(device, target, nowNs)));
      send(device, news);
    }
    due.forEach(one -> one.looked(nowNs));
    if (!synced) {
      synced = true;
      sync();
    }
  }

  private void ask(Consumer<Optional<RunResult>> answer) {
    asked = true;
    source.ask(result ->
        later(() ->
            guarded(() -> {
              asked = false;
              if (!over) {
                answer.accept(result);
              }
            })));
  }

  private void send(CountedSwitch device, List<Leaf> leaves) {
    if (!leaves.isEmpty()) {
      Notification update =
          answers.notification(target.answered(device), leaves, list.orElseThrow().getEncoding());
      client.onNext(SubscribeResponse.newBuilder().setUpdate(update).build());
    }
  }

  private void sync() {
    client.onNext(SubscribeResponse.newBuilder().setSyncResponse(true).build());
  }

  private void finish() {
    client.onCompleted();
    end();
  }

  private void guarded(Runnable work) {
    if (over) {
      return;
    }
    try {
      work.run();
    } catch (StatusRuntimeException e) {
      fail(e);
    } catch (RuntimeException e) {
      // A fault of the server: the client would wait for ever for an answer.
      fail(Status.INTERNAL.withDescription(e.toString()).withCause(e).asRuntimeException());
    }
  }

  private void fail(StatusRuntimeException why) {
    end();
    client.onError(why);
  }

  private void end() {
    if (!over) {
      over = true;
      Future<?> running = ticks;
      if (running != null) {
        running.cancel(false);
      }
      onEnd.run();
    }
  }

  private void later(Runnable work) {
    try {
      thread.execute(work);
    } catch (RejectedExecutionException e) {
      // The server was closed.
    }
  }

  /** A path of a stream: when it is looked at, and what was sent of it. For one thread. */
  static final class Watched {
    /** A run's state is copied no more often. */
    static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The interval of paths whose client leaves it to us. */
    private static final long USUAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final Path path;
    private final long everyNs;
    private final long heartbeatNs;
    private final boolean changesOnly;
    private final Map<String, Map<Path, Leaf.Value>> sent = new HashMap<>();
    private long nextNs;
    private long heartNs;
    private boolean silent;

    private Watched(
        Path path,
        long everyNs,
        long heartbeatNs,
        boolean changesOnly,
        boolean silent,
        long nowNs) {
      this.path = path;
      this.everyNs = everyNs;
      this.heartbeatNs = heartbeatNs;
      this.changesOnly = changesOnly;
      this.silent = silent;
      nextNs = nowNs;
      heartNs = nowNs + heartbeatNs;
    }

    /**
     * The paths of a stream.
     *
     * @throws io.grpc.StatusRuntimeException if an interval is shorter than can be served
     */
    static List<Watched> of(SubscriptionList list, Target target, long nowNs) {
      List<Watched> all = new ArrayList<>();
      for (Subscription one : list.getSubscriptionList()) {
        long heartbeatNs = interval("heartbeat_interval", one.getHeartbeatInterval());
        long everyNs =
            switch (one.getMode()) {
              case SAMPLE ->
                  Math.max(LEAST_NS, interval("sample_interval", one.getSampleInterval()));
              case ON_CHANGE -> LEAST_NS;
              // How a target does it is its own choice. The interval is of SAMPLE, and clients send
              // it
              // all the same: gnmic's -i with its usual mode, and Telegraf's sample_interval.
              case TARGET_DEFINED ->
                  one.getSampleInterval() == 0
                      ? USUAL_NS
                      : Math.max(LEAST_NS, one.getSampleInterval());
              case UNRECOGNIZED ->
                  throw Status.INVALID_ARGUMENT
                      .withDescription("mode " + one.getModeValue())
                      .asRuntimeException();
            };
        boolean changesOnly =
            one.getMode() != SubscriptionMode.SAMPLE || one.getSuppressRedundant();
        all.add(
            new Watched(
                Paths.whole(list.getPrefix(), one.getPath(), target),
                everyNs,
                heartbeatNs,
                changesOnly,
                list.getUpdatesOnly(),
                nowNs));
      }
      return all;
    }

    private static long interval(String name, long ns) {
      if (ns < 0 || (ns > 0 && ns < LEAST_NS)) {
        throw Status.INVALID_ARGUMENT
            .withDescription(
                name + " " + Long.toUnsignedString(ns) + " ns; the least is " + LEAST_NS + " ns")
            .asRuntimeException();
      }
      return ns;
    }

    boolean isDue(long nowNs) {
      return nowNs - nextNs >= 0;
    }

    /** Returns what is to be sent of a switch at a time when it is due; then {@link #looked}. */
    List<Leaf> news(CountedSwitch device, Target target, long nowNs) {
      List<Leaf> there = target.tree().at(device, path);
      boolean heart = heartbeatNs > 0 && nowNs - heartNs >= 0;
      Map<Path, Leaf.Value> before = sent.computeIfAbsent(device.name(), _ -> new HashMap<>());
      List<Leaf> news = new ArrayList<>();
      for (Leaf leaf : there) {
        boolean same = changesOnly && leaf.value().equals(before.put(leaf.path(), leaf.value()));
        if (!silent && (!same || heart)) {
          news.add(leaf);
        }
      }
      return news;
    }

    /** Notes that all switches have been looked at. */
    void looked(long nowNs) {
      // From when it was due, so that samples do not drift; not at once again after a long wait.
      nextNs = nowNs - nextNs > everyNs ? nowNs + everyNs : nextNs + everyNs;
      if (heartbeatNs > 0 && nowNs - heartNs >= 0) {
        heartNs = nowNs + heartbeatNs;
      }
      silent = false;
    }
  }
}
