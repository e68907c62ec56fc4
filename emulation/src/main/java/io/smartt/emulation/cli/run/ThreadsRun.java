package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.experiment.RunRequest;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.progress.ProgressLine;
import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.emulation.cli.results.Json;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.run.Fabric.ThreadForecast;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.text.TextTable;

/** {@code smartt run --dry}: how threads would share a run. */
final class ThreadsRun {
  private final ExperimentLoader experiments;
  private final Console console;

  ThreadsRun(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

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
          "--threads " + request.threads() + ": --dry compares numbers of threads; name 2 or more");
    }
    try (Interruption interruption = Interruption.watch()) {
      ProgressLine progress =
          new ProgressLine(
              console, System::nanoTime, interruption::requested, interruption::concerns);
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
      console.out().print(json ? Json.pretty(fields(forecast)) : table(forecast));
      console.out().flush();
      return 0;
    }
  }

  private static String table(ThreadForecast forecast) {
    TextTable table =
        new TextTable("threads", "times as fast", "at work", "events to a barrier", "handed over");
    for (ThreadForecast.Row row : forecast.rows()) {
      table.row(
          String.valueOf(row.threads()),
          String.format(Locale.ROOT, "%.2f", row.timesAsFast()),
          percent(row.atWork()),
          HumanFormat.count(Math.round(row.eventsToBarrier())),
          percent(row.betweenThreads()));
    }
    return String.format(
        Locale.ROOT,
        "%n%s parts, %s windows, %s of them shared by threads, %s events, %s frames between"
            + " parts%n%n%s%na thread for each part: %.2f times as fast as one%n",
        HumanFormat.count(forecast.parts()),
        HumanFormat.count(forecast.windows()),
        HumanFormat.count(forecast.sharedWindows()),
        HumanFormat.count(forecast.events()),
        HumanFormat.count(forecast.betweenParts()),
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
