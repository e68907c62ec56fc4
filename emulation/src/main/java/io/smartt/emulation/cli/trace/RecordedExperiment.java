package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.ReplaySender;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.launch.Fabrics;
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

  /**
   * Reads the experiment and changes some of its settings.
   *
   * @param assignments changes, each {@code key=value}
   * @throws UserInputException for a change that nothing acts on in that use
   */
  ExperimentSpec changed(TraceFiles traces, List<String> assignments, Use use) {
    // Wherever it was recorded: what is done with a trace is done in virtual time.
    List<String> changes = new ArrayList<>(assignments);
    if (assignments.stream().noneMatch(text -> text.startsWith(SettingKeys.FABRIC.name() + "="))) {
      changes.add(SettingKeys.FABRIC.name() + "=virtual");
    }
    ExperimentSpec spec = ReplaySender.changed(of(traces), changes);
    Fabrics.builtIn().check().require(spec, use);
    return spec;
  }

  /** Returns the experiment; empty where no file is named and none is next to the trace. */
  Optional<ExperimentSpec> find(TraceFiles traces) {
    Path file = experiment == null ? traces.folder().resolve("experiment.yaml") : experiment;
    return experiment == null && !Files.exists(file)
        ? Optional.empty()
        : Optional.of(ExperimentFile.read(file, Fabrics.builtIn().settings()));
  }
}
