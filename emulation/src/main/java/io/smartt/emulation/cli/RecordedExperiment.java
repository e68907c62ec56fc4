package io.smartt.emulation.cli;

import io.smartt.emulation.experiment.ExperimentFile;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.launch.Fabrics;
import io.smartt.emulation.input.UserInputException;
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
      description = "The experiment that was recorded. Default: experiment.yaml beside the trace.")
  private @Nullable Path experiment;

  /** As its file says; the file must be there. */
  ExperimentSpec of(TraceFiles traces) {
    return find(traces)
        .orElseThrow(() ->
            new UserInputException(
                traces.paths().getFirst()
                    + ": there is no experiment.yaml beside it, which tells the topology and"
                    + " settings; name one with --experiment"));
  }

  /** The same, empty where no file is named and none is beside the trace. */
  Optional<ExperimentSpec> find(TraceFiles traces) {
    Path file = experiment == null ? traces.folder().resolve("experiment.yaml") : experiment;
    return experiment == null && !Files.exists(file)
        ? Optional.empty()
        : Optional.of(ExperimentFile.read(file, Fabrics.builtIn().settings()));
  }
}
