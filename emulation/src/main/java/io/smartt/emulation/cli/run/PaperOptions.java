package io.smartt.emulation.cli.run;

import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.cli.options.PerCore;
import io.smartt.emulation.paper.Scale;
import io.smartt.emulation.settings.Choice;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How the paper's figures are run and where they go. */
final class PaperOptions {
  @Option(
      names = "--scale",
      defaultValue = "quick",
      description = "quick (minutes) or full (the paper's sizes).")
  private String scale = "quick";

  @Option(names = "--jobs", description = "Runs at a time. Default: one a core.")
  private @Nullable Integer jobs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Output folder. Default: runs/paper-quick or runs/paper-full.")
  private @Nullable Path out;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  Scale scale() {
    return Choice.parse(Scale.class, scale);
  }

  int jobs() {
    return PerCore.of("--jobs", jobs);
  }

  Path folder() {
    return out == null ? Path.of("runs", "paper-" + scale().spelling()) : out;
  }
}
