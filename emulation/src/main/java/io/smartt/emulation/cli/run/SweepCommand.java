package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.experiment.ExperimentOptions;
import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.progress.LiveOptions;
import io.smartt.emulation.cli.progress.ShownRun;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.search.Search;
import io.smartt.study.search.SearchRequest;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.Shard;
import io.smartt.study.sweep.Sweep;
import io.smartt.study.sweep.SweepJob;
import io.smartt.study.sweep.SweepRequest;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner;
import io.smartt.study.sweep.cluster.ClusterSweep;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.options.JobsOption;
import io.smartt.view.live.LiveServer.JourneySource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt sweep}. */
@Command(
    name = "sweep",
    sortOptions = false,
    header = "Runs every combination of settings and seeds, or searches for the best.",
    description = {
      "",
      "Leaves sweep.csv (a row a run) and means.csv (means over seeds with 95 % confidence",
      "intervals). Started again with the same --out, it runs only what is not finished there.",
      "With --minimise or --maximise it searches: candidates.csv has the ranking, best.yaml is the",
      "winner as a profile.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt sweep --vary scheme=smartt,swift --vary seed=1..5",
      "  smartt sweep --profile htsim-800g --set workload=incast:32x1MiB --vary"
          + " scheme=smartt,swift",
      "  smartt sweep --vary 'topology=leafspine,4,4,4;fattree,4' --vary seed=1..3 --out mine",
      "  smartt sweep mysweep.yaml",
      "  smartt sweep mysweep.yaml --on slurm --sbatch=--partition=short --sbatch=--mem=2G",
      "  smartt sweep mysweep.yaml --on ssh:lab1,lab2",
      "  smartt sweep --minimise fctUs.p99 --by halving --vary scheme=smartt,MyControl.java \\",
      "      --vary 'smartt.fi=log 0.05..1' --over workload=incast:8x1MiB --over seed=1..3",
      "",
      "Values with commas in them are separated by semicolons. A file looks like a profile, with",
      "'profile:' and 'vary:' (a list of values, or ranges, for each setting); options win over it.",
      "",
      "Ends with 0 if every run completed, 1 if one failed, 2 if the request was wrong, 130 after",
      "Ctrl-C, 143 after a termination signal."
    })
public final class SweepCommand implements Callable<Integer> {
  private static final Path RUNS = Path.of("runs");

  private final ExperimentLoader experiments;
  private final JourneySource journeys;
  private final Console console;

  @Parameters(arity = "0..1", paramLabel = "FILE.yaml", description = "What to run.")
  private @Nullable Path file;

  @Option(
      names = "--profile",
      completionCandidates = OptionCandidates.Profiles.class,
      paramLabel = "PROFILE|FILE",
      description = "Where to run. Default: the file's, otherwise virtual.")
  private @Nullable String profile;

  @Mixin private ExperimentOptions parts = new ExperimentOptions();

  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--vary",
      paramLabel = "KEY=VALUES",
      description = {
        "The values of a setting: a,b or 1..5 or '0.1..0.9 in 5' or 'log 0.01..1 in 5'; a search",
        "draws from '0.1..0.9'. May be given more than once; the last varies fastest."
      })
  private List<String> varied = new ArrayList<>();

  @Mixin private JobsOption jobs = new JobsOption();

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description = {
        "Runs the I-th of N parts alone; 'smartt sweep merge' makes the tables when all are done."
      })
  private @Nullable String shard;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(names = "--reports", description = "Gives every run folder its report.html.")
  private boolean reports;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The sweep's folder. Default: runs/sweep, or runs/<name of FILE>.")
  private @Nullable Path out;

  @Option(
      names = "--force",
      description = "Replaces the tables of another sweep in the sweep's folder.")
  private boolean force;

  @Mixin private LiveOptions live = new LiveOptions();

  @Mixin private SearchOptions search = new SearchOptions();

  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(
      ExperimentLoader experiments, JourneySource journeys, Console console) {
    return new CommandLine(new SweepCommand(experiments, journeys, console))
        .addSubcommand(new SweepMergeCommand(experiments, console))
        .addSubcommand(new SweepWorkCommand(experiments, console));
  }

  /**
   * @param journeys for the page of {@code --live}
   */
  public SweepCommand(ExperimentLoader experiments, JourneySource journeys, Console console) {
    this.journeys = journeys;
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    int parallel = jobs.count();
    List<String> set = new ArrayList<>(parts.assignments());
    set.addAll(settings.given());
    Optional<SearchRequest> request = search.request(file, profile, set, varied);
    if (request.isPresent()) {
      live.refuse("a search");
      if (shard != null) {
        throw new UserInputException("--shard: a search decides what to run by what it has run");
      }
      Search planned = request.get().build(experiments.catalog());
      Optional<Duration> limit = Optional.of(planned.plan().limit());
      return new SearchRun(experiments, console, parallel, force, reports)
          .run(planned, folder(), cluster.elsewhere(folder(), jobs.given(), limit, console));
    }
    Sweep sweep =
        new SweepRequest(Optional.ofNullable(file), Optional.ofNullable(profile), set, varied)
            .sweep(experiments.catalog());
    SweepJob job = new SweepJob(sweep, SweepRun.all(sweep, experiments), folder(), force);
    Optional<ClusterSweep> elsewhere =
        cluster.elsewhere(job.folder(), jobs.given(), Optional.empty(), console);
    SweepRunner runner =
        new SweepRunner(LocalRunner.ofMany(reports), job.folder().resolve("runs"), parallel)
            .elsewhere(elsewhere);
    if (shard == null) {
      return whole(job, runner);
    }
    if (elsewhere.isPresent()) {
      throw new UserInputException("--shard: --on divides the sweep by itself");
    }
    return part(job, Shard.parse(shard), runner);
  }

  private int whole(SweepJob job, SweepRunner runner) {
    Path folder = job.folder();
    List<String> keys = List.copyOf(job.sweep().varied().keySet());
    try (Interruption interruption = Interruption.watch();
        ShownRun shown = live.show("smartt sweep", journeys, console)) {
      SweepProgress progress =
          new SweepProgress(console, System::nanoTime, interruption::requested, shown::watching);
      List<FinishedRun> finished =
          progress.during(() ->
              job.whole(
                  runner,
                  progress,
                  done -> {
                    progress.clear();
                    new SweepResults(folder, keys, done).write();
                  }));
      new SweepResults(folder, keys, finished).print(console);
      int planned = job.runs().size();
      if (finished.size() < planned) {
        console
            .out()
            .printf(
                "interrupted: %d of %d runs are done; the same command goes on from here%n",
                finished.size(), planned);
      }
      console.out().flush();
      boolean all =
          finished.size() == planned && finished.stream().allMatch(FinishedRun::completed);
      shown.end(status(all, interruption), interruption);
      return all ? 0 : Failures.FAILED;
    }
  }

  private int part(SweepJob job, Shard part, SweepRunner runner) {
    try (Interruption interruption = Interruption.watch()) {
      SweepProgress progress =
          new SweepProgress(console, System::nanoTime, interruption::requested);
      List<FinishedRun> done = progress.during(() -> job.part(part, runner, progress));
      int own = part.of(job.runs()).size();
      console
          .out()
          .printf(
              "part %s: %d of its %d runs are done; 'smartt sweep merge %s' makes the tables of all"
                  + " parts%n",
              part, done.size(), own, job.folder());
      console.out().flush();
      return done.size() == own && done.stream().allMatch(FinishedRun::completed)
          ? 0
          : Failures.FAILED;
    }
  }

  private static RunStatus status(boolean all, Interruption interruption) {
    if (all) {
      return RunStatus.COMPLETED;
    }
    return interruption.requested() ? RunStatus.INTERRUPTED : RunStatus.FAILED;
  }

  private Path folder() {
    if (out != null) {
      return out;
    }
    if (file == null) {
      return RUNS.resolve("sweep");
    }
    return RUNS.resolve(String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", ""));
  }
}
