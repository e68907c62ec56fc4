package io.smartt.realtime.netns.machines;

import module java.base;

import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.smartt.base.concurrent.Polling;
import io.smartt.base.failure.RunFailedException;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.rpc.TlsClientFiles;
import io.smartt.controller.rpc.TlsRefusal;
import io.smartt.realtime.ClockOffset;
import io.smartt.realtime.RemoteAgent;
import io.smartt.realtime.ServerAccess;
import io.smartt.realtime.SignOfLife;
import io.smartt.realtime.partition.Machine;
import io.smartt.realtime.worker.v1.CarryEvent;
import io.smartt.realtime.worker.v1.CarryRequest;
import io.smartt.realtime.worker.v1.DescribeRequest;
import io.smartt.realtime.worker.v1.DescribeResponse;
import io.smartt.realtime.worker.v1.MeasureWayRequest;
import io.smartt.realtime.worker.v1.MeasureWayResponse;
import io.smartt.realtime.worker.v1.ReleaseRequest;
import io.smartt.realtime.worker.v1.WorkerGrpc;

/** A worker, over gRPC; what it carries is taken down when this is closed. Thread safe. */
final class RemoteWorker implements AutoCloseable {
  private static final int DEADLINE_S = 30;
  private static final int CARRY_S = 180;
  private static final int MEASURE_S = 60;
  private static final long BETWEEN_PINGS_NS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int RELEASE_S = 60;

  private final Machine machine;
  private final ServerAccess access;
  private final ChannelCredentials credentials;
  private final ManagedChannel channel;
  private final WorkerGrpc.WorkerBlockingStub blocking;
  private final CompletableFuture<Map<String, Integer>> ports = new CompletableFuture<>();
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private final Queue<ManagedChannel> dialed = new ConcurrentLinkedQueue<>();
  private boolean carries;

  RemoteWorker(Machine machine, ServerAccess access) {
    this.machine = machine;
    this.access = access;
    credentials = TlsClientFiles.orPlaintext(access.tls());
    channel =
        Channels.watched(NettyChannelBuilder.forTarget(machine.address(), credentials)).build();
    blocking = WorkerGrpc.newBlockingStub(shown(channel));
  }

  private Channel shown(Channel plain) {
    return access
        .bearer()
        .map(token -> ClientInterceptors.intercept(plain, token.shown()))
        .orElse(plain);
  }

  Machine machine() {
    return machine;
  }

  DescribeResponse describe() {
    return call(() ->
        blocking
            .withDeadlineAfter(DEADLINE_S, TimeUnit.SECONDS)
            .describe(DescribeRequest.getDefaultInstance()));
  }

  ClockOffset clock() {
    return ClockOffset.measure(() -> describe().getTimeUnixNs());
  }

  /**
   * Makes the worker carry a share from now on.
   *
   * @throws RunFailedException naming it, with what it says against it
   */
  void carry(CarryRequest request) {
    carries = true;
    WorkerGrpc.newStub(shown(channel))
        .carry(
            request,
            new StreamObserver<>() {
              @Override
              public void onNext(CarryEvent event) {
                if (event.hasReady()) {
                  ports.complete(event.getReady().getPortsMap());
                }
              }

              @Override
              public void onError(Throwable e) {
                ended.complete(problem(e));
                // Who waits for a node of it would wait until its own deadline, one after the
                // other.
                dialed.forEach(ManagedChannel::shutdownNow);
                ports.completeExceptionally(new RunFailedException(problem(e), e));
              }

              @Override
              public void onCompleted() {}
            });
    try {
      ports.get(CARRY_S, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RunFailedException failed ? failed : new RunFailedException(e);
    } catch (TimeoutException e) {
      throw new RunFailedException(name() + " did not make its share in " + CARRY_S + " s", e);
    } catch (InterruptedException e) {
      throw RunFailedException.interrupted("workers made their shares", e);
    }
  }

  /** Returns where the server of a node listens. */
  int port(String node) {
    Integer port = ports.resultNow().get(node);
    if (port == null) {
      throw new RunFailedException(name() + " has no server for " + node);
    }
    return port;
  }

  /** Opens a channel to a node's server that shows what this shows. */
  ManagedChannel dial(String node) {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget(host() + ":" + port(node), credentials);
    access.bearer().ifPresent(token -> builder.intercept(token.shown()));
    ManagedChannel opened = Channels.limited(builder).build();
    dialed.add(opened);
    return opened;
  }

  String host() {
    return machine.address().substring(0, machine.address().lastIndexOf(':'));
  }

  WayMeasurement measure(String peer, int packets, int bytes) {
    MeasureWayResponse measured =
        call(() ->
            blocking
                .withDeadlineAfter(MEASURE_S, TimeUnit.SECONDS)
                .measureWay(
                    MeasureWayRequest.newBuilder()
                        .setPeer(peer)
                        .setPackets(packets)
                        .setBytes(bytes)
                        .build()));
    return new WayMeasurement(measured.getSent(), measured.getRttNsList(), measured.getSaid());
  }

  SignOfLife sign() {
    return new SignOfLife(name(), name(), this::describe, Optional::empty);
  }

  /** The tunnel to another worker, which one packet after the other is sent through. */
  SignOfLife sign(RemoteWorker to, String peer, int bytes) {
    String name = "tunnel between " + name() + " and " + to.name();
    return new SignOfLife(
        name + " (packets of %d bytes)".formatted(bytes),
        name,
        () -> {
          while (measure(peer, 1, bytes).rttNs().isEmpty()) {
            Polling.pause(name, BETWEEN_PINGS_NS);
          }
          Polling.pause(name, BETWEEN_PINGS_NS);
        },
        Optional::empty);
  }

  /** Returns why it carries its share no more, if it does not; waits for a moment for the news. */
  Optional<String> ended(long patienceMs) {
    try {
      return Optional.of(ended.get(patienceMs, TimeUnit.MILLISECONDS));
    } catch (TimeoutException | ExecutionException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Returns what its share took of its cores; nothing is left of it then. */
  Optional<Long> release() {
    if (!carries || ended.isDone()) {
      return Optional.empty();
    }
    carries = false;
    return Optional.of(
        call(() ->
                blocking
                    .withDeadlineAfter(RELEASE_S, TimeUnit.SECONDS)
                    .release(ReleaseRequest.getDefaultInstance()))
            .getCpuNs());
  }

  private String name() {
    return "worker " + machine.address();
  }

  private <T> T call(Supplier<T> task) {
    try {
      return task.get();
    } catch (StatusRuntimeException e) {
      throw new RunFailedException(problem(e), e);
    }
  }

  private String problem(Throwable e) {
    Status status = Status.fromThrowable(e);
    String said = Optional.ofNullable(status.getDescription()).orElse(status.getCode().name());
    return switch (status.getCode()) {
      case UNAVAILABLE, CANCELLED, DEADLINE_EXCEEDED ->
          (ports.isDone() ? TlsRefusal.in(e) : TlsRefusal.in(e, access.tls()))
              .map(refusal -> name() + ": " + refusal.text())
              .orElseGet(() ->
                  name() + (ports.isDone() ? " is gone" : " does not answer") + reason(status));
      case UNAUTHENTICATED -> name() + " does not accept the token: " + said;
      case UNIMPLEMENTED -> name() + ": what listens there is no worker";
      default -> name() + " refuses: " + said;
    };
  }

  private static String reason(Status status) {
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return " in " + DEADLINE_S + " s";
    }
    return " (" + RemoteAgent.whyLost(status) + ")";
  }

  @Override
  public void close() {
    // A call that is cancelled has the worker take its share down.
    Channels.closeNow(channel);
  }
}
