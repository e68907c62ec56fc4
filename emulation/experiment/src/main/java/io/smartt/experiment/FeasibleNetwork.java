package io.smartt.experiment;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.settings.HostDelay;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.TrafficClasses;
import io.smartt.p4.info.P4Bytes.OutOfRangeException;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;
import java.util.OptionalLong;

/**
 * The range of networks that times in picoseconds can describe, and of programs that the controller
 * can fill. What is outside is the user's, and said by the name of the setting.
 */
public final class FeasibleNetwork {
  /** A byte takes less than a tenth of a picosecond above. */
  private static final long MOST_BPS = 100_000_000_000_000L;

  /** Round trips over many such links, some retries of them included, fit into a long. */
  private static final long MOST_LATENCY_PS = 100_000_000_000_000L;

  /** 27 hours: the time of a run, a hundred times over, fits into a long. */
  private static final double MOST_PS = 1e17;

  private FeasibleNetwork() {}

  /**
   * Refuses rates, latencies and shares of memory that no run can have.
   *
   * @throws UserInputException naming the setting, or the file
   */
  public static void require(ExperimentSpec spec, Topology topology) {
    for (Link link : topology.links()) {
      if (link.slowerBps() < 1 || link.fasterBps() > MOST_BPS) {
        throw outside(
            spec, SettingKeys.LINK_RATE, "1bps to " + Quantities.formatBitsPerSecond(MOST_BPS));
      }
      if (link.latencyPs() > MOST_LATENCY_PS) {
        throw outside(
            spec,
            SettingKeys.LINK_LATENCY,
            "0 to " + Quantities.formatPicoseconds(MOST_LATENCY_PS));
      }
    }
    HostDelay host = spec.hostDelay();
    if (host.leastPs() > MOST_LATENCY_PS || host.spreadPs() > MOST_LATENCY_PS) {
      throw outside(
          spec, SettingKeys.HOST_DELAY, "0 to " + Quantities.formatPicoseconds(MOST_LATENCY_PS));
    }
    TrafficClasses classes = TrafficClasses.of(spec.settings());
    for (Switch sw : topology.switches()) {
      var _ = SwitchPorts.sharedBytes(spec, topology, sw, classes);
      if (sw.latencyPs() > MOST_LATENCY_PS) {
        throw outside(
            spec,
            SettingKeys.SWITCH_LATENCY,
            "0 to " + Quantities.formatPicoseconds(MOST_LATENCY_PS));
      }
    }
  }

  /**
   * Refuses traffic whose end no clock has, or between hosts that links which are down part, and
   * failures of what is not there.
   *
   * @param topology with the links down that the workload wants down
   * @throws UserInputException naming workload and rate, the hosts, or the setting of the failures
   */
  public static void require(ExperimentSpec spec, Topology topology, Workload workload) {
    var _ = FailurePlan.of(spec, topology);
    if (!topology.links().stream().allMatch(topology::isUp)) {
      // Hosts that are parted may have no flow.
      PathProfiles paths = new PathProfiles(topology, spec.packets());
      for (Flow flow : workload.flows()) {
        var _ = paths.between(topology.host(flow.src()), topology.host(flow.dst()));
      }
    }
    OptionalLong slowest = topology.links().stream().mapToLong(Link::slowerBps).min();
    if (slowest.isPresent()) {
      double ps = workload.totalBytes() * 8e12 / slowest.getAsLong();
      if (ps > MOST_PS) {
        throw new UserInputException(
            "%s is %s: %s takes %.0f hours over the slowest link, accepted are 27%s"
                .formatted(
                    SettingKeys.LINK_RATE.name(),
                    spec.settings().text(SettingKeys.LINK_RATE),
                    workload.name(),
                    ps / 3.6e15,
                    dilated(spec)));
      }
    }
  }

  /**
   * Refuses a program that has not what the controller writes.
   *
   * @throws UserInputException naming the program and the table or action that it lacks
   */
  public static void requireTables(
      ExperimentSpec spec, Topology topology, SwitchPorts ports, PipelineConfig program) {
    if (topology.switches().isEmpty()) {
      return;
    }
    try {
      var _ = new ForwardingPlanner(ports.model(topology), program.info(), spec.seed()).plan(0);
    } catch (UnknownNameException | OutOfRangeException e) {
      throw new UserInputException(
          "program %s: %s; the controller fills tables and actions with the names and widths of program smartt"
              .formatted(spec.program(), e.getMessage()),
          e);
    }
  }

  private static UserInputException outside(
      ExperimentSpec spec, SettingKey<?> key, String accepted) {
    String what =
        spec.topology() instanceof InputSource.FileText(String file, _)
            ? file + ": a value of " + key.name()
            : key.name() + " is " + spec.settings().text(key) + ", which";
    return new UserInputException(what + " is outside " + accepted + dilated(spec));
  }

  private static String dilated(ExperimentSpec spec) {
    return spec.dilation() == 1
        ? ""
        : " (after dilation by " + spec.settings().text(SettingKeys.DILATION) + ")";
  }
}
