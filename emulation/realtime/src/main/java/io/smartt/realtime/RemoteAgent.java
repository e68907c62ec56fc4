package io.smartt.realtime;

import module java.base;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.smartt.base.concurrent.StartingServer;
import io.smartt.base.failure.RunFailedException;
import io.smartt.controller.rpc.Channels;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.host.agent.v1.AgentGrpc;
import io.smartt.host.agent.v1.CaptureRequest;
import io.smartt.host.agent.v1.CapturedFrames;
import io.smartt.host.agent.v1.ConfigureRequest;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.DescribeRequest;
import io.smartt.host.agent.v1.DescribeResponse;
import io.smartt.host.agent.v1.Flow;
import io.smartt.host.agent.v1.FlowOrder;
import io.smartt.host.agent.v1.ListFlowsRequest;
import io.smartt.host.agent.v1.ListFlowsResponse;
import io.smartt.host.agent.v1.PingRequest;
import io.smartt.host.agent.v1.ProbeRequest;
import io.smartt.host.agent.v1.ProbeResponse;
import io.smartt.host.agent.v1.ReadCountersRequest;
import io.smartt.host.agent.v1.Report;
import io.smartt.host.agent.v1.StartFlowsRequest;
import io.smartt.host.agent.v1.StopRequest;
import io.smartt.host.agent.v1.WatchRequest;

/** The agent of one host, over gRPC. Thread safe. */
public final class RemoteAgent implements AutoCloseable {
  private static final String NO_REASON = "Network closed for unknown reason";
  private static final String NO_SIGN = "Keepalive failed";

  /** A ring for packets is there once each core of the kernel has passed by, busy ones in 40 s. */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static final int STOP_S = 5;

  private final String host;
  private final ManagedChannel channel;
  private final AgentGrpc.AgentBlockingStub blocking;
  private final AgentGrpc.AgentStub async;

  /**
   * @param host name of the host, for messages
   * @param channel closed with this
   */
  public RemoteAgent(String host, ManagedChannel channel, Optional<BearerToken> token) {
    this.host = host;
    this.channel = channel;
    AgentGrpc.AgentBlockingStub stub = AgentGrpc.newBlockingStub(channel);
    AgentGrpc.AgentStub streams = AgentGrpc.newStub(channel);
    blocking = token.map(secret -> stub.withInterceptors(secret.shown())).orElse(stub);
    async = token.map(secret -> streams.withInterceptors(secret.shown())).orElse(streams);
  }

  /**
   * Returns the agent's description, once it answers.
   *
   * @throws RunFailedException if it does not in time, or refuses
   */
  public DescribeResponse describe(Duration patience) {
    return call(() ->
        StartingServer.await(
            channel,
            () ->
                blocking
                    .withWaitForReady()
                    .withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .describe(DescribeRequest.getDefaultInstance())));
  }

  /**
   * Returns the agent's description, if it answers at once.
   *
   * @throws RunFailedException if it does not, or refuses
   */
  public DescribeResponse describeNow(Duration patience) {
    return call(() ->
        blocking
            .withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS)
            .describe(DescribeRequest.getDefaultInstance()));
  }

  /**
   * Begins an experiment.
   *
   * @throws RunFailedException with what the agent says against it
   */
  public void configure(ConfigureRequest request) {
    call(() -> limited().configure(request));
  }

  /** Makes a flow begin at its time; a refusal is reported later. */
  public void start(FlowOrder order, Consumer<String> refused) {
    async.startFlows(
        StartFlowsRequest.newBuilder().addFlows(order).build(), new Listener<>(_ -> {}, refused));
  }

  /**
   * Makes flows begin at their times.
   *
   * @throws RunFailedException with what the agent says against one; none begins then
   */
  public void start(List<FlowOrder> orders) {
    call(() -> limited().startFlows(StartFlowsRequest.newBuilder().addAllFlows(orders).build()));
  }

  /** Flows of the experiment, in the order in which they were asked for. */
  public List<Flow> flows() {
    return underWay().getFlowsList();
  }

  /** The same, and the parts of messages that have arrived. */
  ListFlowsResponse underWay() {
    return call(() -> limited().listFlows(ListFlowsRequest.getDefaultInstance()));
  }

  /**
   * Subscribes to the agent's reports until the experiment ends.
   *
   * @param lost notified once, if the agent ends before that
   */
  public void watch(Consumer<Report> heard, Consumer<String> lost) {
    async.watch(WatchRequest.getDefaultInstance(), new Listener<>(heard, lost));
  }

  /** Subscribes to copies of frames. Returns what is done once the last has come. */
  public CompletableFuture<Void> capture(int snapBytes, Consumer<CapturedFrames> frames) {
    Listener<CapturedFrames> listener = new Listener<>(frames, why -> {});
    async.capture(CaptureRequest.newBuilder().setSnapBytes(snapBytes).build(), listener);
    return listener.over;
  }

  /** Returns the counters of the agent's transport. */
  public Counters counters() {
    return call(() -> limited().readCounters(ReadCountersRequest.getDefaultInstance()))
        .getCounters();
  }

  /**
   * Sends frames and says which came.
   *
   * @throws RunFailedException with what the agent says against it
   */
  public ProbeResponse probe(ProbeRequest request) {
    return call(() -> limited().probe(request));
  }

  /**
   * Makes the host's kernel send an ICMP echo request.
   *
   * @return nanoseconds until its answer; empty if none came
   */
  public OptionalLong ping(int ipv4, int timeoutMs) {
    return ping(PingRequest.newBuilder().setIpv4(ipv4).setTimeoutMs(timeoutMs).build());
  }

  /**
   * Makes the host's kernel send an IP packet of a length that nobody may cut.
   *
   * @return nanoseconds until its answer; empty if none came
   */
  public OptionalLong pingUncut(int ipv4, int bytes, int timeoutMs) {
    return ping(
        PingRequest.newBuilder().setIpv4(ipv4).setBytes(bytes).setTimeoutMs(timeoutMs).build());
  }

  private OptionalLong ping(PingRequest request) {
    long rttNs = call(() -> limited().ping(request)).getRttNs();
    return rttNs == 0 ? OptionalLong.empty() : OptionalLong.of(rttNs);
  }

  /** Ends the experiment. */
  public void stop() {
    call(() ->
        blocking
            .withDeadlineAfter(STOP_S, TimeUnit.SECONDS)
            .stop(StopRequest.getDefaultInstance()));
  }

  private AgentGrpc.AgentBlockingStub limited() {
    return blocking.withDeadlineAfter(DEADLINE.toSeconds(), TimeUnit.SECONDS);
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
    return switch (status.getCode()) {
      case UNAVAILABLE, CANCELLED, DEADLINE_EXCEEDED ->
          "the agent of %s is gone: %s".formatted(host, whyLost(status));
      default -> "the agent of " + host + " refuses: " + whyLost(status);
    };
  }

  private final class Listener<T> implements StreamObserver<T> {
    private final Consumer<T> heard;
    private final Consumer<String> lost;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    Listener(Consumer<T> heard, Consumer<String> lost) {
      this.heard = heard;
      this.lost = lost;
    }

    @Override
    public void onNext(T message) {
      heard.accept(message);
    }

    @Override
    public void onError(Throwable e) {
      lost.accept(problem(e));
      over.complete(null);
    }

    @Override
    public void onCompleted() {
      over.complete(null);
    }
  }

  @Override
  public void close() {
    Channels.closeNow(channel);
  }

  /**
   * Returns why a connection is lost, in the system's words where gRPC has none of its own, without
   * a full stop.
   */
  public static String whyLost(Status status) {
    String said =
        status.getDescription() == null ? status.getCode().name() : status.getDescription();
    if (said.startsWith(NO_SIGN)) {
      return "it gave no sign of life for half a minute: stopped, starved or out of reach";
    }
    Throwable cause = status.getCause();
    String words =
        said.equals(NO_REASON)
            ? "the other end closed the connection, as when its process is killed"
            : said;
    return cause == null || cause.getMessage() == null
        ? words
        : words + " (" + cause.getMessage() + ")";
  }
}
