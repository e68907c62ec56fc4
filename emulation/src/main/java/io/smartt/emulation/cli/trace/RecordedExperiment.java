package io.smartt.emulation.cli.trace;

import io.smartt.emulation.experiment.ExperimentFile;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.launch.Fabrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The experiment that a trace is of. */
final class RecordedExperiment {
  @Option(
      names = "--experiment",
      paramLabel = "FILE",
      description = "The experiment that was recorded. Default: experiment.yaml next to the trace.")
  private @Nullable Path experiment;

  /** Reads the experiment, whose file must be there. */
  ExperimentSpec of(TraceFiles traces) {
    return find(traces)
        .orElseThrow(() ->
            new UserInputException(
                traces.paths().getFirst()
                    + ": there is no experiment.yaml next to it, which tells the topology and"
                    + " settings; name one with --experiment"));
  }

  /** Returns the experiment; empty where no file is named and none is next to the trace. */
  Optional<ExperimentSpec> find(TraceFiles traces) {
    Path file = experiment == null ? traces.folder().resolve("experiment.yaml") : experiment;
    return experiment == null && !Files.exists(file)
        ? Optional.empty()
        : Optional.of(ExperimentFile.read(file, Fabrics.builtIn().settings()));
  }
}
