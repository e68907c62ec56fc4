package io.smartt.testbed;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.controller.rpc.TlsClientFiles.TlsException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.realtime.Reachability;
import io.smartt.testbed.Preflight.PreflightRow;
import io.smartt.testbed.Preflight.PreflightRow.Verdict;
import io.smartt.testbed.TestbedSwitch.TargetKind;
import io.smartt.testbed.probe.QueueProbe;
import io.smartt.testbed.sonic.SonicException;

/**
 * The check that hosts reach each other through the switches as these are now, and that the queues
 * towards hosts mark, trim and prefer as planned.
 *
 * @param deadline of each call to a switch
 */
public record ReachCheck(ExperimentSpec spec, TestbedFacts facts, Duration deadline) {
  private static final String WANTED = "an answer from every other host";
  private static final PreflightRow NOT_PROBED =
      new PreflightRow(
          "all",
          "queues",
          Verdict.NOTE,
          "not observed: ports between switches",
          "no host fills one of several equal paths alone");

  /**
   * Rows for each host.
   *
   * @param agents which have all answered
   */
  public List<PreflightRow> rows(Agents agents) {
    Topology topology = spec.buildTopology();
    try (OpenTestbed open = new OpenTestbed()) {
      SonicSwitchDrivers sonic = new SonicSwitchDrivers(facts, deadline);
      facts.boxes().stream()
          .filter(box -> box.target() == TargetKind.SONIC)
          .forEach(box -> open.hold(sonic.open(box, spec)));
      open.attach(agents.attached(facts), topology);
      Map<Host, List<Host>> silent = new Reachability(spec, topology).silent(open.hosts());
      List<PreflightRow> rows = new ArrayList<>();
      topology.hosts().forEach(host -> rows.add(row(host, silent)));
      if (silent.isEmpty() && topology.hosts().size() > 2) {
        new QueueProbe(spec, topology)
            .observe(open.hosts())
            .forEach((host, seen) -> seen.forEach(one -> rows.add(row(host, one))));
        rows.add(NOT_PROBED);
      }
      return rows;
    } catch (SonicException | TlsException e) {
      throw new RunFailedException(e);
    }
  }

  private static PreflightRow row(Host host, QueueProbe.Observation seen) {
    Verdict verdict =
        switch (seen.outcome()) {
          case AS_EXPECTED -> Verdict.OK;
          case DIFFERENT -> Verdict.WRONG;
          case NOT_OBSERVED -> Verdict.NOTE;
        };
    String found =
        seen.outcome() == QueueProbe.Observation.Outcome.NOT_OBSERVED
            ? "not observed: " + seen.found()
            : seen.found();
    return new PreflightRow(host.name(), seen.what(), verdict, found, seen.wanted());
  }

  private static PreflightRow row(Host host, Map<Host, List<Host>> silent) {
    List<Host> missing = silent.getOrDefault(host, List.of());
    return missing.isEmpty()
        ? new PreflightRow(host.name(), "reach", Verdict.OK, "all", WANTED)
        : new PreflightRow(
            host.name(),
            "reach",
            Verdict.FAILS,
            missing.stream().map(Host::name).collect(Collectors.joining(", ", "none from ", "")),
            WANTED);
  }
}
