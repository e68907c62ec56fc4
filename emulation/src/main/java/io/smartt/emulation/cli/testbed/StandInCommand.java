package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.experiment.ProfileOption;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.UntilStopped;
import io.smartt.switchd.options.CommandGroup;
import io.smartt.switchd.options.InputOption;
import io.smartt.switchd.options.Version;
import io.smartt.testbed.standin.lab.StandInLab;
import io.smartt.testbed.standin.lab.StandInLab.LabRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt stand-in}. */
@Command(
    name = "stand-in",
    header = "Runs switches without hardware, to try plan, apply, run and revert on.")
public final class StandInCommand extends CommandGroup {
  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(
      ExperimentLoader experiments, SettingsCatalog catalog, Console console) {
    return new CommandLine(new StandInCommand())
        .addSubcommand(new StandInSonicCommand(console))
        .addSubcommand(new StandInStratumCommand(console))
        .addSubcommand(new StandInLabCommand(experiments, catalog, console));
  }

  @Override
  protected String prompt() {
    return "name a command: 'sonic', 'stratum' or 'lab'";
  }

  /** The options of every stand-in. */
  static final class StandInOptions {
    @Option(
        names = "--speed",
        paramLabel = "FACTOR",
        description = "How many times as quick as a real switch it is. Default: 1; 5 in a lab.")
    private @Nullable Double speed;

    @Mixin private InputOption input = new InputOption();

    /** Returns the factor, or this one where none was given. */
    double speedOr(double otherwise) {
      Double given = speed;
      if (given == null) {
        return otherwise;
      }
      if (!(given > 0)) {
        throw new UserInputException("--speed " + given + ": give a number above 0");
      }
      return given;
    }

    /** Waits until it is to end. */
    int await(UntilStopped until) {
      input.atEnd(until::now);
      return until.await();
    }
  }

  /** {@code smartt stand-in lab}. */
  @Command(
      name = "lab",
      sortOptions = false,
      header = "Builds a testbed on this machine: stand-ins, hosts and cables in namespaces.",
      description = {
        "",
        "A network namespace with an agent for each host, and a stand-in for each SONiC switch and",
        "each Tofino of the profile, with its cables. Writes DIR/lab.yaml, a profile that names",
        "them, and says what to do with it. All servers are on this machine's loopback. The dilation",
        "is " + StandInLabCommand.DILATION + ", unless --set says another.",
        ""
      },
      footer = {
        "",
        "Examples:",
        "  sudo smartt stand-in lab",
        "  sudo smartt stand-in lab --fault trident2:restart@5 --speed 1",
        "  sudo smartt stand-in lab --profile tofino",
        "",
        "Runs until it gets SIGINT or SIGTERM, and removes all but DIR. Needs root."
      })
  public static final class StandInLabCommand implements Callable<Integer> {
    static final String DILATION = "4000";
    private static final double SPEED = 5;

    private final ExperimentLoader experiments;
    private final SettingsCatalog catalog;
    private final Console console;

    @Mixin private ProfileOption profile = new ProfileOption("trident4-leaf-spine");

    @Mixin private SettingsOption settings = new SettingsOption();

    @Option(names = "--dir", paramLabel = "DIR", description = "Folder of its files. Default: lab.")
    private Path folder = Path.of("lab");

    @Option(
        names = "--fault",
        paramLabel = "SWITCH:FAULT",
        description = {
          "A fault of a stand-in, as of 'stand-in sonic' or 'stand-in stratum'; may be given more",
          "than once."
        })
    private List<String> faults = new ArrayList<>();

    @Mixin private StandInOptions common = new StandInOptions();

    public StandInLabCommand(
        ExperimentLoader experiments, SettingsCatalog catalog, Console console) {
      this.experiments = experiments;
      this.catalog = catalog;
      this.console = console;
    }

    @Override
    public Integer call() throws IOException {
      List<String> all = new ArrayList<>(List.of("dilation=" + DILATION));
      all.addAll(settings.given());
      ExperimentSpec spec = experiments.load(profile.name(), Map.of(), all, false);
      LabRequest request =
          new LabRequest(spec, folder, common.speedOr(SPEED), faults(), Version.number());
      try (UntilStopped until = new UntilStopped("the stand-ins");
          StandInLab lab = new StandInLab(request, catalog, console::say)) {
        explain(lab);
        return common.await(until);
      }
    }

    private Map<String, List<String>> faults() {
      Map<String, List<String>> found = new TreeMap<>();
      for (String text : faults) {
        int colon = text.indexOf(':');
        if (colon < 1) {
          throw new UserInputException(
              "--fault " + text + ": write SWITCH:FAULT, such as trident2:restart@5");
        }
        found
            .computeIfAbsent(text.substring(0, colon), name -> new ArrayList<>())
            .add(text.substring(colon + 1));
      }
      return found;
    }

    private void explain(StandInLab lab) {
      String with = " --profile " + lab.profile();
      console.out().println("The laboratory is up. In another terminal:");
      for (String command :
          List.of(
              "plan" + with,
              "apply" + with,
              "preflight" + with + " --reach",
              "run" + with + " --workload incast:15x1MiB",
              "revert" + with)) {
        console.out().println("  smartt " + command);
      }
      console.say("Ctrl-C ends it.");
    }
  }
}
