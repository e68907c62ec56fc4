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
}
