package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.Smartt;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.launch.Fabrics;
import io.smartt.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Laws of a run and the same run in another way: results are the same to the byte. */
final class RepeatLaws {
  static final List<Law> ALL =
      List.of(
          new Law("threads change nothing", 1, RepeatLaws::threads),
          new Law("the run folder has the experiment", 1, RepeatLaws::kept),
          new Law("the run folder runs again to the same bytes", 5, RepeatLaws::again),
          new Law("a lab's first run is the run", 4, RepeatLaws::lab),
          new Law("a capture changes nothing", 8, RepeatLaws::capture),
          new Law("the packed program as a file is the packed program", 12, RepeatLaws::program),
          new Law("a bundle comes out again", 10, RepeatLaws::bundle));

  private static final String PACKED = "/io/smartt/p4/programs/smartt";

  private RepeatLaws() {}

  private static void same(Trial trial, ExperimentSpec spec, int threads) {
    Trial.Ending other = trial.run(spec, threads);
    assertThat(other).isInstanceOf(Trial.Ending.Done.class);
    same((Trial.Ending.Done) other, trial.done());
  }

  private static void same(Trial.Ending.Done one, Trial.Ending.Done other) {
    Map<String, String> tables = other.tables();
    assertThat(one.tables().keySet()).isEqualTo(tables.keySet());
    one.tables()
        .forEach((name, text) -> {
          String theirs = tables.getOrDefault(name, "");
          assertThat(text.equals(theirs)).as(() -> name + differs(text, theirs)).isTrue();
        });
    assertThat(one.lastingSummary()).isEqualTo(other.lastingSummary());
  }

  private static String differs(String one, String other) {
    List<String> lines = one.lines().toList();
    List<String> others = other.lines().toList();
    for (int i = 0; i < Math.min(lines.size(), others.size()); i++) {
      if (!lines.get(i).equals(others.get(i))) {
        return " line " + (i + 1) + ": " + lines.get(i) + " against " + others.get(i);
      }
    }
    return ": " + lines.size() + " lines against " + others.size();
  }

  private static boolean threads(Trial trial) {
    same(trial, trial.spec(), 2 + trial.choice(3));
    return true;
  }

  private static boolean kept(Trial trial) {
    assertThat(ExperimentFile.format(read(trial))).isEqualTo(ExperimentFile.format(trial.spec()));
    return true;
  }

  private static ExperimentSpec read(Trial trial) {
    return ExperimentFile.read(
        trial.done().folder().resolve("experiment.yaml"), Fabrics.builtIn().settings());
  }

  private static boolean again(Trial trial) {
    same(trial, read(trial), 1);
    return true;
  }

  private static boolean capture(Trial trial) {
    same(trial, trial.spec().withCapture(true), 1);
    return true;
  }

  private static boolean program(Trial trial) throws IOException {
    Path folder = Files.createDirectories(trial.place());
    for (String ending : List.of(".json", ".p4info.txtpb")) {
      try (InputStream in = RepeatLaws.class.getResourceAsStream(PACKED + ending)) {
        Files.copy(Objects.requireNonNull(in), folder.resolve("own" + ending));
      }
    }
    String file = folder.resolve("own.json").toString();
    same(
        trial,
        trial.spec().withSettings(trial.spec().settings().with(SettingKeys.PROGRAM.name(), file)),
        1);
    return true;
  }

  /** Settings of which a lab has no use are refused there. */
  private static boolean lab(Trial trial) {
    RunResult alone = trial.done().result();
    LiveNetwork opened;
    try {
      opened = Fabrics.builtIn().open(trial.spec(), Clock.systemUTC(), new Trial.Watch());
    } catch (UserInputException e) {
      return false;
    }
    try (LiveNetwork network = opened) {
      Workload workload = trial.spec().buildWorkload(trial.spec().buildTopology());
      if (!workload.failures().isEmpty()) {
        return false;
      }
      RunResult live = network.run(workload, new Trial.Watch());
      if (live.status() == RunStatus.INTERRUPTED) {
        return false;
      }
      assertThat(live.status()).as("%s", live.message()).isEqualTo(alone.status());
      assertThat(live.message()).isEqualTo(alone.message());
      for (int i = 0; i < alone.flows().size(); i++) {
        assertThat(live.flows().get(i)).isEqualTo(alone.flows().get(i));
      }
      assertThat(live.queues()).isEqualTo(alone.queues());
      assertThat(live.switches().pauseFrames()).isEqualTo(alone.switches().pauseFrames());
      assertThat(live.packets()).isEqualTo(alone.packets());
      assertThat(live.history().events()).isEqualTo(alone.history().events());
      assertThat(live.jobs()).isEqualTo(alone.jobs());
    }
    return true;
  }

  private static boolean bundle(Trial trial) {
    if (!trial.done().completed()) {
      return false;
    }
    Path archive = trial.place().resolveSibling("bundle-" + trial.choice(1000) + ".tar");
    command("bundle", trial.done().folder().toString(), "--out", archive.toString());
    command("bundle", "verify", archive.toString());
    return true;
  }

  private static void command(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Smartt.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    assertThat(status).as("%s: %s%s", String.join(" ", arguments), out, err).isZero();
  }
}
