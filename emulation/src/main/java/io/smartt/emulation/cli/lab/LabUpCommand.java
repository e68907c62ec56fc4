package io.smartt.emulation.cli.lab;

import module java.base;

import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.failure.RunFailedException;
import io.smartt.emulation.cli.experiment.ProfileOption;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.experiment.TopologyOption;
import io.smartt.emulation.cli.lab.LabCommand.LabParts;
import io.smartt.emulation.cli.progress.LiveOptions;
import io.smartt.emulation.cli.progress.ProgressLine;
import io.smartt.emulation.lab.Lab;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.switchd.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code smartt lab up}. */
@Command(
    name = "up",
    sortOptions = false,
    header = "Builds a network that stays until 'smartt lab down'.",
    description = {
      "",
      "A process in the background holds it. 'smartt shell --lab NAME' and 'smartt lab exec' work",
      "with it, 'smartt run --lab NAME' runs workloads on it, and --live shows them on a page.",
      ""
    })
final class LabUpCommand implements Callable<Integer> {
  private static final long LOOK_MS = 50;
  private static final int LOOKS_IN_SILENCE = 200;

  private final LabParts parts;

  @Parameters(paramLabel = "NAME", description = "Its name.")
  private String name = "";

  @Mixin private LabNetworkOptions network = new LabNetworkOptions();

  @Mixin private LiveOptions live = new LiveOptions();

  LabUpCommand(LabParts parts) {
    this.parts = parts;
  }

  @Override
  public Integer call() throws IOException {
    Console console = parts.console();
    // What is wrong is said here, not in a log.
    live.requireConsistent();
    ExperimentSpec spec = network.load(parts.experiments());
    parts.fabrics().requireLive(spec);
    Lab lab = parts.labs().get().claim(name);
    Process process;
    try {
      process = start(lab);
    } catch (IOException e) {
      lab.forget();
      throw new RunFailedException("cannot start the lab's process: " + e.getMessage(), e);
    }
    Thread stop = new Thread(process::destroy, "lab-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    Optional<Lab.LabFacts> facts = lab.facts();
    ProgressLine progress = new ProgressLine(console, System::nanoTime, () -> false);
    try {
      long looks = 0;
      String shown = "";
      while (facts.isEmpty() && !process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
        facts = lab.facts();
        String said = lab.stage();
        if (!said.equals(shown)) {
          shown = said;
          progress.stage(said);
        }
        if (++looks % LOOKS_IN_SILENCE == 0) {
          progress.clear();
          console
              .err()
              .printf(
                  "lab '%s' is not up after %d s: %s; Ctrl-C gives it up%n",
                  name, looks * LOOK_MS / 1_000, said);
          console.err().flush();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      progress.clear();
    }
    if (facts.isEmpty()) {
      String said = OwnProgram.lastWords(lab.log(), 1);
      lab.forget();
      throw new RunFailedException("lab '" + name + "' could not be built: " + said);
    }
    Runtime.getRuntime().removeShutdownHook(stop);
    console
        .out()
        .printf(
            "lab '%s' is up: %s on %s, process %d%n",
            name, facts.get().topology(), facts.get().fabric(), facts.get().process());
    if (!facts.get().page().isEmpty()) {
      console.out().println("live at " + facts.get().page());
    }
    console.out().flush();
    return 0;
  }

  private Process start(Lab lab) throws IOException {
    List<String> command = new ArrayList<>();
    // A session of its own, so that Ctrl-C at this terminal is not for it.
    if (SearchPath.ofEnvironment().find("setsid").isPresent()) {
      command.add("setsid");
    }
    List<String> jvmOptions = new ArrayList<>(OwnProgram.AS_SERVER);
    jvmOptions.add("--sun-misc-unsafe-memory-access=allow");
    jvmOptions.addAll(OwnProgram.asThisOne());
    command.addAll(OwnProgram.command(jvmOptions, List.of("lab", "serve", name)));
    command.addAll(network.arguments());
    command.addAll(live.arguments());
    return new ProcessBuilder(command)
        .redirectInput(new File("/dev/null"))
        .redirectErrorStream(true)
        .redirectOutput(lab.log().toFile())
        .start();
  }

  /** The options that say which network a lab is. */
  static final class LabNetworkOptions {
    @Mixin private TopologyOption topology = new TopologyOption();

    @Mixin private ProfileOption profile = new ProfileOption("netns");

    @Mixin private SettingsOption settings = new SettingsOption();

    ExperimentSpec load(ExperimentLoader experiments) {
      return experiments.load(profile.name(), topology.setting(), settings.given(), false);
    }

    /** The same again, for another process. */
    List<String> arguments() {
      List<String> arguments = new ArrayList<>(List.of("--profile", profile.name()));
      arguments.addAll(topology.arguments());
      arguments.addAll(settings.arguments());
      return arguments;
    }
  }
}
