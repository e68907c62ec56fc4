package io.smartt.emulation.launch;

import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.fabric.netns.NetnsLiveNetwork;
import io.smartt.emulation.fabric.netns.NetnsRun;
import io.smartt.emulation.fabric.virtual.VirtualLiveNetwork;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.run.LiveNetwork;
import io.smartt.emulation.run.LivePlan;
import java.time.Clock;

/** Builds networks that stand. */
public final class LiveNetworks {
  private final Clock clock;

  /**
   * @param clock stamps captures; nothing else depends on it
   */
  public LiveNetworks(Clock clock) {
    this.clock = clock;
  }

  /**
   * Builds an experiment's network and programs its switches; its workload is not run.
   *
   * @throws UserInputException if the network cannot be, or its fabric is not to be had here
   */
  public LiveNetwork open(ExperimentSpec spec, RunMonitor monitor) {
    return switch (spec.fabric()) {
      case VIRTUAL -> new VirtualLiveNetwork(new LivePlan(spec), clock, monitor);
      case NETNS -> {
        NetnsRun.require(spec);
        yield NetnsLiveNetwork.build(new LivePlan(spec), clock, monitor);
      }
      case DOCKER, PHYSICAL ->
          throw new UserInputException(
              "fabric '"
                  + spec.fabric().spelling()
                  + "' has no shell; accepted are virtual and netns");
    };
  }
}
