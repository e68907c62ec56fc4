package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.study.paper.sensitivity.Study;
import io.smartt.study.paper.sensitivity.StudyReader;
import io.smartt.study.sweep.cluster.ClusterSweep;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import io.smartt.switchd.options.JobsOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say how the sensitivity study is run and where it goes. */
final class SensitivityOptions {
  @Mixin private SeedsOption seeds = new SeedsOption();

  @Option(
      names = "--vary",
      paramLabel = "KEY=VALUES",
      description = {
        "Only this constant, with these values and its default: a,b,c. May be given more than",
        "once. Default: the constants and values of the study."
      })
  private List<String> varied = new ArrayList<>();

  @Mixin private JobsOption jobs = new JobsOption();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Output folder. Default: runs/paper-sensitivity.")
  private Path out = Path.of("runs", "paper-sensitivity");

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  Study study(StudyReader reader) {
    Study packed = reader.packed();
    return varied.isEmpty()
        ? packed
        : packed.withConstants(varied.stream().map(one -> reader.vary(packed, one)).toList());
  }

  List<String> seeds() {
    return seeds.given().orElse(List.of("1", "2", "3", "4", "5"));
  }

  int jobs() {
    return jobs.count();
  }

  /** Returns where runs of a folder are done; empty for this process. */
  Optional<ClusterSweep> elsewhere(Path runs, Console console) {
    return cluster.elsewhere(runs, jobs.given(), Optional.empty(), console);
  }

  Path folder() {
    return out;
  }
}
