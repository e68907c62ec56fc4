package io.smartt.emulation.experiment;

import io.smartt.emulation.report.Progress;
import io.smartt.emulation.report.RunMonitor;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.topology.Switch;
import java.util.List;

/**
 * The start of an experiment on the virtual fabric, for the JVM's sake: transport and switch
 * programs are compiled when real time begins, so that the first packets are as fast as the last.
 */
final class Rehearsal {
  private Rehearsal() {}

  /** Runs it for so long at most, or to its end. */
  static void run(RunInputs in, long atMostNs) {
    long endNs = System.nanoTime() + atMostNs;
    VirtualExperiment experiment =
        new VirtualExperiment(
            in.spec(), in.topology(), in.workload(), in.hosts(), Optional.empty());
    List<EmbeddedDevice> devices =
        IntStream.range(0, in.topology().switches().size())
            .mapToObj(i -> {
              Switch sw = in.topology().switches().get(i);
              SplittableRandom random = new SplittableRandom(i);
              return new EmbeddedDevice(
                  sw.id(), experiment.fabric().device(sw.id()), random::split);
            })
            .toList();
    try (ControlPlane control = ControlPlane.start(devices, in.programs())) {
      control.program(experiment.ports().model(in.topology()), in.program(), in.spec().seed());
      experiment.run(new Until(endNs), Long.MAX_VALUE);
    }
  }

  private record Until(long endNs) implements RunMonitor {
    @Override
    public void stage(String what) {}

    @Override
    public void progress(Progress progress) {}

    @Override
    public boolean interrupted() {
      return System.nanoTime() - endNs > 0;
    }
  }
}
