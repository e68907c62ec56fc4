package io.smartt.emulation.cli.run;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.experiment.RunOptions;
import io.smartt.emulation.cli.experiment.RunOptions.LabRequest;
import io.smartt.emulation.cli.experiment.RunRequest;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.progress.LiveOptions;
import io.smartt.emulation.cli.progress.ProgressLine;
import io.smartt.emulation.cli.progress.ShownRun;
import io.smartt.emulation.cli.results.Json;
import io.smartt.emulation.cli.results.ResultTable;
import io.smartt.emulation.lab.LabClient;
import io.smartt.emulation.lab.LabStore;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunSummary;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.report.SummaryJson;
import io.smartt.experiment.run.Fabric.ThreadForecast;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.TextTable;
import io.smartt.switchd.options.JsonOption;
import io.smartt.view.live.LiveServer.JourneySource;
import io.smartt.view.live.MetricsFileMonitor;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt run}. */
@Command(
    name = "run",
    sortOptions = false,
    showDefaultValues = false,
    header = "Runs one experiment and leaves a folder with everything about it.",
    description = {
      "",
      "Builds the network, programs its P4 switches over P4Runtime, sends the workload and",
      "prints how long it took against the ideal. Without options: 15 hosts send 4 MiB each to",
      "one host of a leaf-spine with 4 leaves, 4 spines and 4 hosts a leaf at 50 Gbps.",
      "'smartt profile show virtual --all' lists what --set can change.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt run",
      "  smartt run --workload permutation:4MiB --seed 2",
      "  smartt run --topology mynet.topo --workload mymatrix.cm --out results",
      "  smartt run --trimming off --capture",
      "  smartt run --experiment runs/x --seed 2",
      "  smartt run --json | jq .slowdown.p99",
      "  smartt run --topology fattree,8 --workload permutation:16MiB --live",
      "  smartt run --topology fattree,8 --workload permutation:1MiB --threads 64 --dry",
      "  sudo ./smartt run --lab mine --workload incast:3x1MiB",
      "  smartt run --tutorial tutorials/exercises/basic",
      "  sudo ./smartt run --tutorial tutorials/exercises/basic --profile netns",
      "",
      "Ends with 0 if every flow finished and every byte was right, 1 if the run failed, 2 if the",
      "request was wrong, 130 after Ctrl-C, 143 after a termination signal."
    })
public final class RunCommand implements Callable<Integer> {
  private final ExperimentRunner runner;
  private final ExperimentLoader experiments;
  private final JourneySource journeys;
  private final Console console;

  @Mixin private RunOptions options = new RunOptions();

  @Mixin private TutorialOptions tutorials = new TutorialOptions();

  @Option(
      names = "--lab",
      paramLabel = "NAME",
      description = {
        "Runs --workload on a lab that 'smartt lab up' built, with the settings and the state",
        "that it has."
      })
  private @Nullable String lab;

  @Option(
      names = "--dry",
      description = {
        "Says, in place of results, how 2, 4, 8 and more threads, up to --threads, would share",
        "the run: by counting what each has to do between two barriers. Leaves no folder."
      })
  private boolean dry;

  @Option(
      names = "--verify-skip",
      description = {
        "Runs it twice, into the folders 'whole' and 'skipped' of --out: with all of its time",
        "and with --skip-steady, and prints the error of every completion time."
      })
  private boolean verifySkip;

  @Mixin private LiveOptions live = new LiveOptions();

  @Option(
      names = "--metrics",
      description = {
        "Leaves metrics.om, the samples in OpenMetrics with time stamps, for Prometheus to read."
      })
  private boolean metrics;

  @Mixin private JsonOption json = new JsonOption();

  /**
   * @param experiments loads what {@code --dry} counts
   * @param journeys for the page of {@code --live}
   */
  public RunCommand(
      ExperimentRunner runner,
      ExperimentLoader experiments,
      JourneySource journeys,
      Console console) {
    this.runner = runner;
    this.experiments = experiments;
    this.journeys = journeys;
    this.console = console;
  }

  @Override
  public Integer call() {
    if (dry) {
      return dry();
    }
    if (verifySkip) {
      return verifySkip();
    }
    if (lab != null) {
      live.refuse("a run on a lab");
      return new LabRun(lab, console)
          .run(options.onLab(metrics || tutorials.areNamed()), json.wanted());
    }
    if (tutorials.areNamed()) {
      live.refuse("--tutorial");
      return tutorials.run(console, options, json.wanted());
    }
    try (Interruption interruption = Interruption.watch()) {
      ProgressLine progress = interruption.progressOn(console);
      try (ShownRun shown = live.show("smartt run", journeys, console)) {
        RunMonitor watched = shown.watching(progress);
        RunOutcome outcome =
            run(
                options.request(),
                progress,
                metrics ? new MetricsFileMonitor(watched, InstantSource.system()) : watched);
        print(outcome);
        shown.end(outcome.summary().result().status(), interruption);
        return outcome.summary().result().status().isSuccess() ? 0 : Failures.FAILED;
      }
    }
  }

  private int dry() {
    live.refuse("--dry");
    if (lab != null || tutorials.areNamed() || metrics) {
      throw new UserInputException(
          "--dry: counts a run of its own, without --lab, --tutorial and --metrics");
    }
    return new ThreadsRun(experiments, console).run(options.request(), json.wanted());
  }

  private int verifySkip() {
    live.refuse("--verify-skip");
    if (lab != null || tutorials.areNamed() || metrics) {
      throw new UserInputException(
          "--verify-skip: makes two runs of its own, without --lab, --tutorial and --metrics");
    }
    RunRequest request = options.request();
    if (request.out().isEmpty()) {
      throw new UserInputException(
          "--verify-skip leaves two run folders; name the folder for both with --out");
    }
    try (Interruption interruption = Interruption.watch()) {
      ProgressLine progress = interruption.progressOn(console);
      // The short one first: what is refused with it is refused at once.
      RunRequest quick = request.with(SettingKeys.SKIP_STEADY, "true", "skipped");
      RunOutcome skipped = run(quick, progress, progress);
      if (interruption.requested()) {
        print(skipped);
        return Failures.FAILED;
      }
      RunRequest slow = quick.again(SettingKeys.SKIP_STEADY, "false", "whole");
      RunOutcome whole = run(slow, progress, progress);
      SkipErrors errors = new SkipErrors(whole.summary(), skipped.summary());
      console.show(json.wanted() ? Json.pretty(errors.fields()) : errors.table());
      return errors.bothCompleted() ? 0 : Failures.FAILED;
    }
  }

  private void print(RunOutcome outcome) {
    console.show(
        json.wanted()
            ? SummaryJson.of(outcome.summary())
            : ResultTable.of(outcome.summary(), outcome.folder()));
  }

  private RunOutcome run(RunRequest request, ProgressLine progress, RunMonitor monitor) {
    try {
      return runner.run(request, monitor);
    } finally {
      progress.clear();
    }
  }

  /** A run on a network that another process holds. */
  record LabRun(String lab, Console console) {
    private static final DateTimeFormatter STAMP =
        DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT);

    /** Runs to the end and prints the result. Returns the exit status. */
    int run(LabRequest request, boolean json) {
      String workload =
          Files.isRegularFile(Path.of(request.workload()))
              ? Path.of(request.workload()).toAbsolutePath().toString()
              : request.workload();
      Path out =
          request
              .out()
              .orElseGet(() ->
                  Path.of(
                      "runs",
                      STAMP.format(LocalDateTime.now(ZoneId.systemDefault())) + "-lab-" + lab));
      AtomicBoolean passed = new AtomicBoolean();
      try (Interruption interruption = Interruption.watch();
          LabClient client =
              LabClient.connect(
                  LabStore.of(System.getenv()).find(lab),
                  text -> {},
                  what -> {
                    console.err().println("smartt: " + what);
                    console.err().flush();
                  },
                  _ -> 1)) {
        client.interruptWhen(() -> interruption.requested() && !passed.getAndSet(true));
        JsonNode outcome = client.run(workload, out, request.force());
        console.show(outcome.path(json ? "json" : "table").asText());
        return outcome.path("success").asBoolean() ? 0 : Failures.FAILED;
      }
    }
  }

  /** Runs one experiment on its fabric and leaves its folder. */
  @FunctionalInterface
  public interface ExperimentRunner {

    /**
     * Runs until the workload is done, fails or is interrupted.
     *
     * @throws io.smartt.base.input.UserInputException if the request cannot be an experiment
     * @throws io.smartt.base.failure.RunFailedException if it failed before there was a result
     */
    RunOutcome run(RunRequest request, RunMonitor monitor);
  }

  /** {@code smartt run --dry}: how threads would share a run. */
  record ThreadsRun(ExperimentLoader experiments, Console console) {
    /**
     * Runs to the end, leaves nothing, and prints the forecast. Returns the exit status.
     *
     * @throws UserInputException if the request asks for what only a run folder has
     */
    int run(RunRequest request, boolean json) {
      if (request.out().isPresent() || request.force()) {
        throw new UserInputException("--dry leaves no run folder; leave out --out and --force");
      }
      if (request.threads() < 2) {
        throw new UserInputException(
            "--threads "
                + request.threads()
                + ": --dry compares numbers of threads; name 2 or more");
      }
      try (Interruption interruption = Interruption.watch()) {
        ProgressLine progress = interruption.progressOn(console);
        ThreadForecast forecast;
        try {
          forecast =
              new LocalRunner(
                      Clock.system(ZoneId.systemDefault()),
                      request.threads(),
                      false,
                      Fabrics.builtIn())
                  .threads(request.spec(experiments, progress::stage), progress);
        } finally {
          progress.clear();
        }
        console.show(json ? Json.pretty(fields(forecast)) : table(forecast));
        return 0;
      }
    }

    private static String table(ThreadForecast forecast) {
      TextTable table =
          new TextTable(
              "threads", "times as fast", "at work", "events to a barrier", "handed over");
      for (ThreadForecast.Row row : forecast.rows()) {
        table.row(
            String.valueOf(row.threads()),
            String.format(Locale.ROOT, "%.2f", row.timesAsFast()),
            percent(row.atWork()),
            RunSummary.grouped(Math.round(row.eventsToBarrier())),
            percent(row.betweenThreads()));
      }
      return String.format(
          Locale.ROOT,
          "%n%s parts, %s windows, %s of them shared by threads, %s events, %s frames between"
              + " parts%n%n%s%na thread for each part: %.2f times as fast as one%n",
          RunSummary.grouped(forecast.parts()),
          RunSummary.grouped(forecast.windows()),
          RunSummary.grouped(forecast.sharedWindows()),
          RunSummary.grouped(forecast.events()),
          RunSummary.grouped(forecast.betweenParts()),
          table,
          forecast.mostTimesAsFast());
    }

    private static String percent(double share) {
      return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static Map<String, Object> fields(ThreadForecast forecast) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("parts", forecast.parts());
      fields.put("windows", forecast.windows());
      fields.put("sharedWindows", forecast.sharedWindows());
      fields.put("events", forecast.events());
      fields.put("framesBetweenParts", forecast.betweenParts());
      fields.put("mostTimesAsFast", forecast.mostTimesAsFast());
      fields.put("threads", forecast.rows().stream().map(ThreadsRun::fields).toList());
      return fields;
    }

    private static Map<String, Object> fields(ThreadForecast.Row row) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("threads", row.threads());
      fields.put("timesAsFast", row.timesAsFast());
      fields.put("atWork", row.atWork());
      fields.put("eventsToBarrier", row.eventsToBarrier());
      fields.put("framesBetweenThreads", row.betweenThreads());
      return fields;
    }
  }
}
