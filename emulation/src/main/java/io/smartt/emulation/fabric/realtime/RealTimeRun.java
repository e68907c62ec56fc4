package io.smartt.emulation.fabric.realtime;

import io.smartt.emulation.experiment.ExperimentSpec;
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

/** Carries a workload over hosts and switches that are ready, in real time, and reports. */
public final class RealTimeRun {
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
    return hosts.call(() ->
        in.result(
            traffic, ending.status(), ending.message(), switches.counts(), 0, samples(), cost));
  }

  private RunSamples samples() {
    return hostSamples.samples().and(switchSamples.samples());
  }
}
