package io.smartt.emulation.lab;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.FileErrors;
import io.smartt.emulation.lab.Lab.LabText;
import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.emulation.shell.Shell;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.HostSchemes;
import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.settings.InputSources;
import io.smartt.workload.Workload;

/** The network of a lab, which one client at a time works with. */
final class LabOwner {
  private final LiveNetwork network;
  private final ExperimentSpec spec;
  private final Supplier<Lab.LabFacts> facts;
  private final UnaryOperator<RunMonitor> watched;
  private final Runnable end;
  private final Semaphore turn = new Semaphore(1, true);

  /**
   * @param facts as they are now
   * @param watched the monitor of the lab's page, in front of another
   * @param end takes the lab down
   */
  LabOwner(
      LiveNetwork network,
      ExperimentSpec spec,
      Supplier<Lab.LabFacts> facts,
      UnaryOperator<RunMonitor> watched,
      Runnable end) {
    this.network = network;
    this.spec = spec;
    this.facts = facts;
    this.watched = watched;
    this.end = end;
  }

  Shell shell(ShellOutput output) {
    return new Shell(network, output);
  }

  RunMonitor watched(RunMonitor other) {
    return watched.apply(other);
  }

  /** Waits for the network; says so if another has it. */
  void acquire(Runnable waiting) {
    if (!turn.tryAcquire()) {
      waiting.run();
      turn.acquireUninterruptibly();
    }
  }

  void release() {
    turn.release();
  }

  void end() {
    end.run();
  }

  String factsNow() {
    return FileErrors.get(
        () -> new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(facts.get()));
  }

  /** Runs a workload on the network as it stands and leaves a run folder. Returns the outcome. */
  String run(String workload, Path out, boolean force, LabShellOutput output, LabText text) {
    Workload traffic = network.workload(workload);
    if (!force) {
      RunFolder.requireNoResult(out);
    }
    ExperimentSpec experiment = spec.withWorkload(InputSources.workload(workload));
    RunFolder folder =
        RunFolder.begin(
            out,
            HostSchemes.of(experiment, network.topology()).identity(experiment, traffic),
            file -> ExperimentFile.write(experiment, file));
    // A capture of the lab's may fill the same disk.
    folder.keepRoom();
    try {
      RunResult result = output.during(monitor -> network.run(traffic, monitor));
      return text.outcome(new RunOutcome(folder.end(result), folder.path()));
    } catch (RuntimeException e) {
      var _ = folder.abandon(RunResult.RunStatus.FAILED, String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
