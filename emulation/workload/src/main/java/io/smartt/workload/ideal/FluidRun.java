package io.smartt.workload.ideal;

import module java.base;

import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Serialisation;
import io.smartt.base.topology.Topology;
import io.smartt.workload.Flow;
import io.smartt.workload.TriggerEngine;
import io.smartt.workload.Workload;
import io.smartt.workload.ideal.Resources.FlowUse;

/** One run of the fluid model: rates change whenever a flow starts or its fluid ends. */
final class FluidRun {
  private final List<Flow> flows;
  private final TriggerEngine progress;
  private final FairShares shares;
  private final long[] alonePs;
  private final double[] remainingBits;
  private final double[] rates;
  private final double[] sentTailPs;
  private final double[] receivedTailPs;
  private final double[] startPs;
  private final double[] finishPs;
  private final int[] active;
  private int activeFlows;
  private final PriorityQueue<FluidEvent> events = new PriorityQueue<>();
  private long order;

  FluidRun(Topology topology, PacketSizes sizes, Workload workload) {
    flows = workload.flows();
    progress = new TriggerEngine(workload);
    int number = flows.size();
    remainingBits = new double[number];
    rates = new double[number];
    sentTailPs = new double[number];
    receivedTailPs = new double[number];
    startPs = new double[number];
    finishPs = new double[number];
    active = new int[number];
    Resources resources = new Resources(topology, flows);
    PathProfiles paths = new PathProfiles(topology, sizes);
    FlowUse[] uses = new FlowUse[number];
    for (int i = 0; i < number; i++) {
      Flow flow = flows.get(i);
      int packet = sizes.firstPacketBytes(flow.bytes());
      PathProfiles.PathProfile path =
          paths.between(topology.host(flow.src()), topology.host(flow.dst()), packet);
      double inFluidPs = Serialisation.ps(sizes.linkBytes(packet), path.bottleneckBps());
      uses[i] = resources.use(flow);
      remainingBits[i] = 8.0 * sizes.wireBytes(flow.bytes());
      sentTailPs[i] = path.baseRttPs() - inFluidPs;
      receivedTailPs[i] = path.oneWayPs() - inFluidPs;
      if (flow.start() instanceof Flow.Start.At(long ps)) {
        add((double) ps, Kind.START, i);
      }
    }
    progress.begin(at(0));
    double[] capacities = resources.capacities();
    shares = new FairShares(capacities, uses);
    alonePs = new long[number];
    for (int i = 0; i < number; i++) {
      alonePs[i] = Math.round(remainingBits[i] / rateAlone(uses[i], capacities) + sentTailPs[i]);
    }
  }

  /** The rate of a flow that shares with nobody, bits per picosecond. */
  private static double rateAlone(FlowUse use, double[] capacities) {
    double rate = Double.POSITIVE_INFINITY;
    for (int i = 0; i < use.resources().length; i++) {
      rate = Math.min(rate, capacities[use.resources()[i]] / use.parts()[i]);
    }
    return rate;
  }

  IdealModel.IdealTimes run() {
    double nowPs = 0;
    while (activeFlows > 0 || !events.isEmpty()) {
      double nextPs = Math.min(nextEndPs(nowPs), nextHappeningPs());
      drain(nextPs - nowPs);
      nowPs = nextPs;
      boolean changed = endDrained(nowPs);
      while (!events.isEmpty() && events.peek().ps <= nowPs) {
        changed |= fire(events.remove());
      }
      if (changed) {
        shares.compute(active, activeFlows, rates);
      }
    }
    long[] starts = new long[flows.size()];
    long[] completions = new long[flows.size()];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = Math.round(startPs[i]);
      completions[i] = Math.round(finishPs[i] - startPs[i]);
    }
    return new IdealModel.IdealTimes(starts, completions, alonePs);
  }

  private double nextHappeningPs() {
    return events.isEmpty() ? Double.POSITIVE_INFINITY : events.peek().ps;
  }

  private double nextEndPs(double nowPs) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < activeFlows; i++) {
      least = Math.min(least, remainingBits[active[i]] / rates[active[i]]);
    }
    return nowPs + least;
  }

  private void drain(double elapsedPs) {
    for (int i = 0; i < activeFlows; i++) {
      remainingBits[active[i]] -= rates[active[i]] * elapsedPs;
    }
  }

  /**
   * Ends the fluid of flows that would end within a picosecond, so that ties end together; after
   * hours within the least time that a double can add to now, so that each step goes on.
   */
  private boolean endDrained(double nowPs) {
    double tiePs = Math.max(1, Math.ulp(nowPs));
    int kept = 0;
    for (int i = 0; i < activeFlows; i++) {
      int flow = active[i];
      if (remainingBits[flow] > rates[flow] * tiePs) {
        active[kept++] = flow;
      } else {
        finishPs[flow] = nowPs + sentTailPs[flow];
        add(finishPs[flow], Kind.SENT, flow);
        add(nowPs + receivedTailPs[flow], Kind.RECEIVED, flow);
      }
    }
    boolean changed = kept < activeFlows;
    activeFlows = kept;
    return changed;
  }

  /** Returns whether flows started. */
  private boolean fire(FluidEvent event) {
    int before = activeFlows;
    switch (event.kind) {
      case START -> start(event.flow, event.ps);
      case SENT -> progress.sent(event.flow, Math.round(event.ps), at(event.ps));
      case RECEIVED -> progress.received(event.flow, Math.round(event.ps), at(event.ps));
      case WORKED -> progress.worked(event.flow, Math.round(event.ps), at(event.ps));
    }
    return activeFlows > before;
  }

  private TriggerEngine.Effects at(double nowPs) {
    return new TriggerEngine.Effects() {
      @Override
      public void start(int flow) {
        FluidRun.this.start(flow, nowPs);
      }

      @Override
      public void work(int trigger, long untilPs) {
        add((double) untilPs, Kind.WORKED, trigger);
      }
    };
  }

  private void start(int flow, double ps) {
    startPs[flow] = ps;
    active[activeFlows++] = flow;
  }

  private void add(double ps, Kind kind, int flow) {
    events.add(new FluidEvent(ps, order++, kind, flow));
  }

  private enum Kind {
    START,
    SENT,
    RECEIVED,
    /** The work of a trigger is done; its index is in the flow's place. */
    WORKED
  }

  private record FluidEvent(double ps, long order, Kind kind, int flow)
      implements Comparable<FluidEvent> {
    @Override
    public int compareTo(FluidEvent other) {
      int byTime = Double.compare(ps, other.ps);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }
}
