package io.smartt.emulation.fabric.realtime;

import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.counters.PacketLedger;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.RunSamples;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.traffic.FlowClock;
import io.smartt.emulation.traffic.ProcessCost;
import io.smartt.emulation.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Carries a workload over hosts and switches that are ready, in real time, and reports. */
public final class RealTimeRun {
  private static final int MOST_LOOKS = 20;
  private static final long BETWEEN_LOOKS_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final RunInputs in;
  private final RealTimeHosts hosts;
  private final RealTimeSwitches switches;
  private final SampleRecorder hostSamples;
  private final SampleRecorder switchSamples;

  public RealTimeRun(RunInputs in, RealTimeHosts hosts, RealTimeSwitches switches) {
    this.in = in;
    this.hosts = hosts;
    this.switches = switches;
    hostSamples = new SampleRecorder(in.spec().sampling());
    switchSamples = new SampleRecorder(in.spec().sampling());
  }

  public RunResult run(ProcessCost cost, RunMonitor monitor) {
    ExperimentSpec spec = in.spec();
    Topology topology = in.topology();
    PathProfiles paths = new PathProfiles(topology, spec.packets());
    FlowClock oneClock = hosts.clock();
    Traffic traffic = new Traffic(topology, host -> oneClock, in.workload(), paths, hostSamples);
    hosts.connect(traffic);
    switches.startSampling(switchSamples);
    RealTimeTraffic.Ending ending =
        new RealTimeTraffic(in, traffic, hosts, paths.longest().baseRttPs())
            .run(switches, () -> switches.poll(monitor), monitor);
    switches.stopSampling();
    PacketLedger packets = packets();
    return hosts
        .call(() ->
            in.result(
                traffic, ending.status(), ending.message(), switches.counts(), 0, samples(), cost))
        .withPackets(packets);
  }

  /** What sockets still hold when the last flow ends arrives within moments: looks again. */
  private PacketLedger packets() {
    PacketLedger last = switches.counts().packets().plus(hosts.packets());
    for (int i = 0; i < MOST_LOOKS && last.unaccounted().orElse(0) != 0; i++) {
      LockSupport.parkNanos(BETWEEN_LOOKS_NS);
      PacketLedger now = switches.counts().packets().plus(hosts.packets());
      if (now.equals(last)) {
        break;
      }
      last = now;
    }
    return last;
  }

  private RunSamples samples() {
    return hostSamples.samples().and(switchSamples.samples());
  }
}
