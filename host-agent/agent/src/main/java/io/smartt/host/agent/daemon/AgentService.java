package io.smartt.host.agent.daemon;

import module java.base;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoop;
import io.smartt.host.agent.v1.AgentGrpc;
import io.smartt.host.agent.v1.CaptureRequest;
import io.smartt.host.agent.v1.CapturedFrames;
import io.smartt.host.agent.v1.ConfigureRequest;
import io.smartt.host.agent.v1.ConfigureResponse;
import io.smartt.host.agent.v1.DescribeRequest;
import io.smartt.host.agent.v1.DescribeResponse;
import io.smartt.host.agent.v1.ListFlowsRequest;
import io.smartt.host.agent.v1.ListFlowsResponse;
import io.smartt.host.agent.v1.PingRequest;
import io.smartt.host.agent.v1.PingResponse;
import io.smartt.host.agent.v1.ProbeRequest;
import io.smartt.host.agent.v1.ProbeResponse;
import io.smartt.host.agent.v1.ReadCountersRequest;
import io.smartt.host.agent.v1.ReadCountersResponse;
import io.smartt.host.agent.v1.Report;
import io.smartt.host.agent.v1.StartFlowsRequest;
import io.smartt.host.agent.v1.StartFlowsResponse;
import io.smartt.host.agent.v1.StopRequest;
import io.smartt.host.agent.v1.StopResponse;
import io.smartt.host.agent.v1.WatchRequest;
import io.smartt.host.packetio.InterfaceFacts;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketOptions.FrameStamps;
import org.jspecify.annotations.Nullable;

/** Serves {@code smartt.agent.v1.Agent} for one interface. Thread safe. */
public final class AgentService extends AgentGrpc.AgentImplBase implements AutoCloseable {
  private static final int MOST_PING_MS = 10_000;
  private static final int MOST_IP_BYTES = 65_535;

  private final UnaryAnswers answers = new UnaryAnswers(AgentService::code);
  private final String version;
  private final AgentInterface on;
  private final List<EventLoop> loops;
  private final EventLoop loop;
  private final EndpointRequest.EndpointFactory factory;
  private final Runnable exit;
  private final AtomicReference<@Nullable AgentSession> session = new AtomicReference<>();

  /**
   * @param version of this program, for callers to see
   * @param loops that carry packets, each those of some connections
   * @param exit called when somebody asks the agent to end
   */
  public AgentService(
      String version,
      AgentInterface on,
      List<EventLoop> loops,
      EndpointRequest.EndpointFactory factory,
      Runnable exit) {
    this.version = version;
    this.on = on;
    this.loops = List.copyOf(loops);
    loop = loops.getFirst();
    this.factory = factory;
    this.exit = exit;
  }

  @Override
  public void describe(DescribeRequest request, StreamObserver<DescribeResponse> response) {
    answers.answer(response, this::description);
  }

  private DescribeResponse description() {
    AgentSession running = session.get();
    DescribeResponse.Builder all =
        DescribeResponse.newBuilder()
            .setVersion(version)
            .setInterfaceName(on.name())
            .setMac(on.mac())
            .setMtuBytes(on.mtuBytes())
            .setCardStamps(on.options().stamps() == FrameStamps.CARD)
            .setProcessId(ProcessHandle.current().pid())
            .setConfigured(running != null)
            .setWatchers(running == null ? 0 : running.watchers());
    on.facts()
        .ifPresent(facts -> {
          all.setUp(facts.up()).setMtuBytes(facts.mtuBytes());
          facts.rateBps().ifPresent(all::setRateBps);
          facts.driver().ifPresent(all::setDriver);
          facts.hardwareClock().ifPresent(all::setHardwareClock);
        });
    InterfaceFacts.clockSource().ifPresent(all::setClockSource);
    // Last, for callers that compare clocks.
    return all.setTimeUnixNs(KernelClock.unixNs()).build();
  }

  @Override
  public synchronized void configure(
      ConfigureRequest request, StreamObserver<ConfigureResponse> response) {
    answers.answer(
        response,
        () -> {
          end();
          session.set(AgentSession.begin(request, on, loops, factory));
          return ConfigureResponse.getDefaultInstance();
        });
  }

  @Override
  public void startFlows(StartFlowsRequest request, StreamObserver<StartFlowsResponse> response) {
    withSession(
        response,
        running -> {
          running.start(request.getFlowsList());
          return StartFlowsResponse.getDefaultInstance();
        });
  }

  @Override
  public void listFlows(ListFlowsRequest request, StreamObserver<ListFlowsResponse> response) {
    withSession(
        response,
        running ->
            ListFlowsResponse.newBuilder()
                .addAllFlows(running.flows())
                .addAllIncoming(running.incoming())
                .build());
  }

  @Override
  public void readCounters(
      ReadCountersRequest request, StreamObserver<ReadCountersResponse> response) {
    withSession(
        response,
        running -> ReadCountersResponse.newBuilder().setCounters(running.counters()).build());
  }

  @Override
  public void watch(WatchRequest request, StreamObserver<Report> response) {
    ServerCallStreamObserver<Report> call = (ServerCallStreamObserver<Report>) response;
    AgentSession running = session.get();
    call.setOnCancelHandler(() -> {
      if (running != null) {
        loop.execute(() -> {
          if (running.unwatch(call)) {
            Thread.startVirtualThread(() -> end(running));
          }
        });
      }
    });
    stream(call, running, ready -> ready.watch(call));
  }

  /** Ends an experiment that nobody watches any more; not on its loop, which closing waits for. */
  private synchronized void end(AgentSession unwatched) {
    if (session.compareAndSet(unwatched, null)) {
      unwatched.close();
    }
  }

  @Override
  public void capture(CaptureRequest request, StreamObserver<CapturedFrames> response) {
    ServerCallStreamObserver<CapturedFrames> call =
        (ServerCallStreamObserver<CapturedFrames>) response;
    AgentSession running = session.get();
    call.setOnCancelHandler(() -> {
      if (running != null) {
        loop.execute(() -> running.endCapture(call));
      }
    });
    if (request.getSnapBytes() < 0) {
      call.onError(
          answers.status(new IllegalArgumentException("snap_bytes is more than any frame has")));
      return;
    }
    stream(call, running, ready -> ready.capture(call, request.getSnapBytes()));
  }

  @Override
  public synchronized void probe(ProbeRequest request, StreamObserver<ProbeResponse> response) {
    if (session.get() != null) {
      response.onError(answers.status(new NotConfiguredException("an experiment is on")));
      return;
    }
    answers.answer(response, () -> FrameProbe.run(request, on, loop));
  }

  @Override
  public void ping(PingRequest request, StreamObserver<PingResponse> response) {
    answers.answer(
        response,
        () -> {
          if (request.getTimeoutMs() < 1 || request.getTimeoutMs() > MOST_PING_MS) {
            throw new IllegalArgumentException(
                "timeout_ms is %d; 1 to %d are accepted"
                    .formatted(request.getTimeoutMs(), MOST_PING_MS));
          }
          if (request.getBytes() < 0 || request.getBytes() > MOST_IP_BYTES) {
            throw new IllegalArgumentException(
                "bytes is %s; 0 to %d are accepted"
                    .formatted(Integer.toUnsignedString(request.getBytes()), MOST_IP_BYTES));
          }
          OptionalLong rttNs =
              request.getBytes() == 0
                  ? on.ping(request.getIpv4(), request.getTimeoutMs())
                  : on.pingUncut(request.getIpv4(), request.getBytes(), request.getTimeoutMs());
          return PingResponse.newBuilder().setRttNs(rttNs.orElse(0)).build();
        });
  }

  @Override
  public synchronized void stop(StopRequest request, StreamObserver<StopResponse> response) {
    answers.answer(
        response,
        () -> {
          end();
          return StopResponse.getDefaultInstance();
        });
    if (request.getExit()) {
      exit.run();
    }
  }

  private void end() {
    AgentSession running = session.getAndSet(null);
    if (running != null) {
      running.close();
    }
  }

  private interface Opening {
    void on(AgentSession session);
  }

  private void stream(StreamObserver<?> call, @Nullable AgentSession running, Opening opening) {
    if (running == null) {
      call.onError(answers.status(notConfigured()));
      return;
    }
    loop.execute(() -> opening.on(running));
  }

  private <T> void withSession(StreamObserver<T> response, Function<AgentSession, T> task) {
    AgentSession running = session.get();
    if (running == null) {
      response.onError(answers.status(notConfigured()));
      return;
    }
    answers.answer(response, () -> task.apply(running));
  }

  private static NotConfiguredException notConfigured() {
    return new NotConfiguredException("the agent has no experiment; call Configure first");
  }

  private static Status code(RuntimeException e) {
    return switch (e) {
      case NotConfiguredException _ -> Status.FAILED_PRECONDITION;
      case IllegalArgumentException _ -> Status.INVALID_ARGUMENT;
      case IllegalStateException _ -> Status.ALREADY_EXISTS;
      case PacketIoException _ -> Status.UNAVAILABLE;
      default -> Status.INTERNAL;
    };
  }

  private static final class NotConfiguredException extends RuntimeException {
    NotConfiguredException(String message) {
      super(message);
    }
  }

  @Override
  public synchronized void close() {
    end();
  }
}
