package io.smartt.realtime;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.run.RunInputs;
import io.smartt.host.agent.v1.AgentGrpc;
import io.smartt.host.agent.v1.ConfigureRequest;
import io.smartt.host.agent.v1.ConfigureResponse;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Delivery;
import io.smartt.host.agent.v1.DescribeRequest;
import io.smartt.host.agent.v1.DescribeResponse;
import io.smartt.host.agent.v1.FlowFinished;
import io.smartt.host.agent.v1.FlowOrder;
import io.smartt.host.agent.v1.FlowStarted;
import io.smartt.host.agent.v1.Lateness;
import io.smartt.host.agent.v1.ReadCountersRequest;
import io.smartt.host.agent.v1.ReadCountersResponse;
import io.smartt.host.agent.v1.Report;
import io.smartt.host.agent.v1.StartFlowsRequest;
import io.smartt.host.agent.v1.StartFlowsResponse;
import io.smartt.host.agent.v1.StopRequest;
import io.smartt.host.agent.v1.StopResponse;
import io.smartt.host.agent.v1.WatchRequest;
import io.smartt.host.packetio.KernelClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Agents of this process without a network between them: a flow has arrived when it is asked for.
 * Of what it took they say what a test wants.
 */
final class DoneAtOnce implements AutoCloseable {
  private final List<Server> servers = new ArrayList<>();
  private final List<RemoteAgent> agents = new ArrayList<>();
  private final Map<Integer, OneAgent> byAddress = new ConcurrentHashMap<>();
  private final Counters ofFlows;
  private final Lateness lateness;

  /**
   * @param ofFlows what each flow counted; its frames are those of each host
   * @param lateness of each host
   */
  DoneAtOnce(Topology topology, Counters ofFlows, Lateness lateness) {
    this.ofFlows = ofFlows;
    this.lateness = lateness;
    for (Host host : topology.hosts()) {
      OneAgent agent = new OneAgent(host);
      byAddress.put(host.ipv4(), agent);
      String name = InProcessServerBuilder.generateName();
      try {
        servers.add(
            InProcessServerBuilder.forName(name)
                .directExecutor()
                .addService(agent)
                .build()
                .start());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      ManagedChannel channel = InProcessChannelBuilder.forName(name).directExecutor().build();
      agents.add(new RemoteAgent(host.name(), channel, Optional.empty()));
    }
  }

  /** Makes the agent of a host go away at its next flow. */
  void endWhenAsked(Host host) {
    agent(host.ipv4()).ends = true;
  }

  private OneAgent agent(int ipv4) {
    return Objects.requireNonNull(byAddress.get(ipv4));
  }

  /** Returns a run's hosts on these agents. */
  RemoteHosts hosts(RunInputs in, Function<Host, Optional<String>> becameOf) {
    return new RemoteHosts(
        in,
        AttachedHost.nearby(in.topology(), agents),
        new KernelClock(),
        Optional.empty(),
        becameOf);
  }

  private final class OneAgent extends AgentGrpc.AgentImplBase {
    private final Host host;
    private Optional<StreamObserver<Report>> watcher = Optional.empty();
    private long receivedBytes;
    private volatile boolean ends;

    OneAgent(Host host) {
      this.host = host;
    }

    @Override
    public void describe(DescribeRequest request, StreamObserver<DescribeResponse> answer) {
      answer(answer, DescribeResponse.newBuilder().setUp(true).build());
    }

    @Override
    public void configure(ConfigureRequest request, StreamObserver<ConfigureResponse> answer) {
      answer(answer, ConfigureResponse.getDefaultInstance());
    }

    @Override
    public synchronized void watch(WatchRequest request, StreamObserver<Report> reports) {
      watcher = Optional.of(reports);
    }

    private synchronized void end() {
      watcher
          .orElseThrow()
          .onError(Status.UNAVAILABLE.withDescription("killed by a test").asRuntimeException());
    }

    private synchronized void report(Report report) {
      watcher.orElseThrow().onNext(report);
    }

    private synchronized void receive(Delivery delivery) {
      receivedBytes += delivery.getSizeBytes();
      report(Report.newBuilder().addDelivered(delivery).setCounters(counters()).build());
    }

    @Override
    public void startFlows(StartFlowsRequest request, StreamObserver<StartFlowsResponse> answer) {
      answer(answer, StartFlowsResponse.getDefaultInstance());
      if (ends) {
        end();
        return;
      }
      for (FlowOrder flow : request.getFlowsList()) {
        report(
            Report.newBuilder()
                .addStarted(
                    FlowStarted.newBuilder()
                        .setFlowId(flow.getFlowId())
                        .setTimePs(flow.getStartPs())
                        .setMessageId(flow.getFlowId()))
                .build());
        long endPs = flow.getStartPs() + flow.getBaseRttPs();
        agent(flow.getDestinationIpv4())
            .receive(
                Delivery.newBuilder()
                    .setSourceIpv4(host.ipv4())
                    .setMessageId(flow.getFlowId())
                    .setSizeBytes(flow.getSizeBytes())
                    .setTimePs(endPs)
                    .build());
        report(
            Report.newBuilder()
                .addFinished(
                    FlowFinished.newBuilder()
                        .setFlowId(flow.getFlowId())
                        .setTimePs(endPs)
                        .setCounters(ofFlows))
                .build());
      }
    }

    private synchronized Counters counters() {
      Counters.Builder counters =
          Counters.newBuilder()
              .setBytesDelivered(receivedBytes)
              .setBytesVerified(receivedBytes)
              .setLateness(lateness);
      if (ofFlows.hasFrames()) {
        counters.setFrames(ofFlows.getFrames());
      }
      return counters.build();
    }

    @Override
    public void readCounters(
        ReadCountersRequest request, StreamObserver<ReadCountersResponse> answer) {
      answer(answer, ReadCountersResponse.newBuilder().setCounters(counters()).build());
    }

    @Override
    public void stop(StopRequest request, StreamObserver<StopResponse> answer) {
      answer(answer, StopResponse.getDefaultInstance());
    }
  }

  private static <T> void answer(StreamObserver<T> answer, T message) {
    answer.onNext(message);
    answer.onCompleted();
  }

  @Override
  public void close() {
    agents.forEach(RemoteAgent::close);
    servers.forEach(Server::shutdownNow);
  }
}
