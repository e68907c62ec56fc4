package io.smartt.emulation.cli.lab;

import module java.base;

import io.smartt.base.concurrent.StopWait;
import io.smartt.emulation.cli.lab.LabCommand.LabParts;
import io.smartt.emulation.cli.lab.LabUpCommand.LabNetworkOptions;
import io.smartt.emulation.cli.progress.LiveOptions;
import io.smartt.emulation.cli.progress.ShownRun;
import io.smartt.emulation.cli.results.Json;
import io.smartt.emulation.cli.results.ResultTable;
import io.smartt.emulation.lab.Lab;
import io.smartt.emulation.lab.Lab.LabText;
import io.smartt.emulation.lab.LabServer;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.FolderLock;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.report.SummaryJson;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.TextTable;
import io.smartt.view.live.LiveServer.JourneySource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code smartt lab serve}: the process that {@code lab up} starts. */
@Command(name = "serve", hidden = true, header = "Holds a lab; 'smartt lab up' starts it.")
final class LabServeCommand implements Callable<Integer> {
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final LabParts parts;

  @Parameters(paramLabel = "NAME", description = "Its name.")
  private String name = "";

  @Mixin private LabNetworkOptions options = new LabNetworkOptions();

  @Mixin private LiveOptions live = new LiveOptions();

  LabServeCommand(LabParts parts) {
    this.parts = parts;
  }

  @Override
  public Integer call() {
    Lab lab = parts.labs().get().find(name);
    Clock clock = Clock.system(ZoneId.systemDefault());
    ExperimentSpec spec = options.load(parts.experiments());
    CountDownLatch closed = new CountDownLatch(1);
    boolean built = false;
    try (FolderLock _ = FolderLock.take(lab.folder());
        ShownRun shown = live.show("smartt lab " + name, JourneySource.NONE, parts.console());
        LiveNetwork network = parts.fabrics().open(spec, clock, stages(lab));
        LabServer server =
            new LabServer(
                lab,
                network,
                spec,
                shown.url(),
                shown::watching,
                new ConsoleLabText(),
                clock.instant())) {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    server.end();
                    var _ = StopWait.await("the lab", closed::await, GRACE);
                  },
                  "lab-end"));
      built = true;
      server.await();
      shown.leave(RunResult.RunStatus.COMPLETED);
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Failures.FAILED;
    } finally {
      // Last, for 'down' waits for it: nothing of the lab is left. What could not be built has its
      // reason in the folder, which 'up' reads.
      if (built) {
        lab.forget();
      }
      closed.countDown();
    }
  }

  /** Leaves the stages where 'up' reads them. */
  private static RunMonitor stages(Lab lab) {
    return new RunMonitor() {
      @Override
      public void stage(String what) {
        lab.stage(what);
      }
    };
  }

  /** A lab's answers as other commands print them. */
  static final class ConsoleLabText implements LabText {
    @Override
    public String table(List<String> titles, List<List<String>> rows) {
      TextTable table = new TextTable(titles.toArray(String[]::new));
      rows.forEach(row -> table.row(row.toArray(String[]::new)));
      return table.toString();
    }

    @Override
    public String result(RunResult result) {
      return ResultTable.of(result.summary());
    }

    /** JSON with the summary in both forms; the client prints one. */
    @Override
    public String outcome(RunOutcome outcome) {
      return Json.pretty(
          Map.of(
              "table",
              ResultTable.of(outcome.summary(), outcome.folder()),
              "json",
              SummaryJson.of(outcome.summary()),
              "success",
              outcome.summary().result().status().isSuccess()));
    }
  }
}
