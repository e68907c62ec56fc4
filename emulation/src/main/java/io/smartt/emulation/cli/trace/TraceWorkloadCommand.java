package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.emulation.cli.results.MatrixOutput;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunSummary;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.TraceAnalysis;
import io.smartt.experiment.trace.analysis.TraceWorkload;
import io.smartt.experiment.trace.analysis.TracedConnection.TracedFlow;
import io.smartt.switchd.console.Console;
import io.smartt.workload.CmWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt trace workload}. */
@Command(
    name = "workload",
    sortOptions = false,
    header = "Writes the flows of a trace as a connection matrix (.cm) with the same arrivals.",
    description = {
      "",
      "'smartt run --workload FILE.cm' then sends messages of the same sizes between the same"
          + " hosts",
      "from the same times on, with any scheme.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  smartt trace workload runs/x/trace.pcapng -o again.cm",
      "  smartt run --workload again.cm --scheme swift"
    })
final class TraceWorkloadCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private TraceFiles files = new TraceFiles();

  @Mixin private RecordedExperiment experiment = new RecordedExperiment();

  @Option(
      names = "--hosts",
      paramLabel = "N",
      description = "For how many hosts. Default: the experiment's, or as many as the flows have.")
  private int hosts;

  @Option(
      names = "--dilation",
      paramLabel = "K",
      description = "By how much the trace's times are too long. Default: the experiment's, or 1.")
  private @Nullable Double dilation;

  @Mixin private MatrixOutput output = new MatrixOutput();

  TraceWorkloadCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Optional<ExperimentSpec> spec = experiment.find(files);
    double factor = dilation != null ? dilation : spec.map(ExperimentSpec::dilation).orElse(1.0);
    if (!(factor > 0)) {
      throw new UserInputException("--dilation " + factor + ": accepted is above 0");
    }
    int least = Math.max(hosts, spec.map(each -> each.buildTopology().hosts().size()).orElse(0));
    List<TracedFlow> flows;
    try (CaptureSet captures = files.open(console)) {
      flows =
          TracedFlow.of(TraceAnalysis.of(captures, TraceAnalysis.Watch.NONE), captures.hostNames());
    }
    TraceWorkload made =
        TraceWorkload.of(
            String.valueOf(files.paths().getFirst().getFileName()), flows, least, factor);
    output.write(CmWriter.write(made.workload()), console);
    console
        .err()
        .printf(
            "smartt: %s flows of %d hosts, %s%s%n",
            RunSummary.grouped(flows.size()),
            made.workload().hosts(),
            HumanFormat.bytes(made.workload().totalBytes()),
            made.cutFlows() == 0
                ? ""
                : "; the end of " + made.cutFlows() + " is not in the trace, nor their size");
    return 0;
  }
}
