package io.smartt.realtime;

import module java.base;

import io.smartt.base.concurrent.Polling;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.HostSetup;
import io.smartt.host.agent.v1.Flow;
import io.smartt.host.agent.v1.FlowOrder;

/**
 * The check that hosts reach each other: each sends one packet to every other with the transport
 * that the experiment will use, and waits for the answer.
 */
public final class Reachability {
  private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LEAST_WAIT_NS = TimeUnit.SECONDS.toNanos(2);
  private static final long WAIT_RTTS = 20;
  private static final long PS_PER_NS = 1_000;
  private static final int BYTES = 64;

  private final ExperimentSpec spec;
  private final Topology topology;
  private final PathProfiles paths;

  /** Makes the check of an experiment's hosts. */
  public Reachability(ExperimentSpec spec, Topology topology) {
    this.spec = spec;
    this.topology = topology;
    paths = new PathProfiles(topology, spec.packets());
  }

  /**
   * The hosts that did not answer, by who asked; empty if all did. Ends what agents have.
   *
   * @param attached by host
   * @throws RunFailedException if an agent refuses or goes
   */
  public Map<Host, List<Host>> silent(List<AttachedHost> attached) {
    AgentSetup setup = new AgentSetup(spec, topology, new HostSetup(spec, topology));
    List<List<FlowOrder>> orders = new ArrayList<>();
    for (Host host : topology.hosts()) {
      orders.add(orders(host, attached.get(host.index())));
    }
    setup.configure(attached, 0);
    try {
      AgentSetup.forEach(attached, host -> host.agent().start(orders.get(attached.indexOf(host))));
      boolean allAnswered =
          Polling.until(
                  "hosts to answer",
                  waitNs(),
                  POLL_INTERVAL_NS,
                  () -> Optional.of(true).filter(_ -> look(attached).isEmpty()))
              .isPresent();
      return allAnswered ? Map.of() : look(attached);
    } finally {
      setup.stop(attached);
    }
  }

  private long waitNs() {
    return Math.max(LEAST_WAIT_NS, WAIT_RTTS * paths.longest().baseRttPs() / PS_PER_NS);
  }

  private List<FlowOrder> orders(Host from, AttachedHost at) {
    List<FlowOrder> orders = new ArrayList<>();
    for (Host to : topology.hosts()) {
      if (!to.equals(from)) {
        PathProfiles.PathProfile path = paths.between(from, to);
        orders.add(
            FlowOrder.newBuilder()
                .setFlowId(to.index())
                .setDestinationIpv4(to.ipv4())
                .setDestinationMac(at.gatewayMac())
                .setSizeBytes(BYTES)
                .setBaseRttPs(path.baseRttPs())
                .setBottleneckBps(path.bottleneckBps())
                .build());
      }
    }
    return orders;
  }

  private Map<Host, List<Host>> look(List<AttachedHost> attached) {
    Map<Host, List<Host>> silent = new LinkedHashMap<>();
    for (Host host : topology.hosts()) {
      List<Host> missing =
          attached.get(host.index()).agent().flows().stream()
              .filter(flow -> flow.getState() != Flow.State.FINISHED)
              .map(flow -> topology.host(Math.toIntExact(flow.getOrder().getFlowId())))
              .toList();
      if (!missing.isEmpty()) {
        silent.put(host, missing);
      }
    }
    return silent;
  }
}
