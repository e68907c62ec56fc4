package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.testbed.RealTestbed;
import io.smartt.testbed.TestbedChange.SwitchWaiting;
import io.smartt.testbed.TestbedFacts;
import io.smartt.testbed.TestbedSwitch;
import io.smartt.testbed.sonic.change.Pace.Patience;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that change real switches. */
final class TestbedOptions {
  @Mixin private ProfileOptions profile = new ProfileOptions();

  @Option(
      names = "--switch",
      paramLabel = "NAME",
      description = "Only this switch; may be given more than once. Default: all.")
  private List<String> switches = new ArrayList<>();

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = {
        "Where checkpoints are kept between apply and revert.",
        "Default: .smartt/<profile>."
      })
  private @Nullable Path state;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long a switch may take to answer. Default: 120.")
  private int timeoutS = 120;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      description = {
        "How long a change that was not answered is waited for before it",
        "is given up as unknown. Default: 900."
      })
  private long patienceS = Patience.STANDARD.most().toSeconds();

  ExperimentSpec experiment(ExperimentLoader experiments) {
    return profile.experiment(experiments);
  }

  /** The switches that are asked for. */
  List<TestbedSwitch> boxes(TestbedFacts facts) {
    List<TestbedSwitch> all = facts.boxes();
    List<String> names = all.stream().map(TestbedSwitch::name).toList();
    if (all.isEmpty()) {
      throw new UserInputException(
          "profile "
              + profile.name()
              + " names no switches; 'smartt profile show' shows what it says");
    }
    for (String name : switches) {
      if (!names.contains(name)) {
        throw new UserInputException(
            "--switch %s: the profile has none of that name, %s"
                .formatted(name, NearNames.hint(name, names)));
      }
    }
    return all.stream().filter(box -> switches.isEmpty() || switches.contains(box.name())).toList();
  }

  /** The folder of checkpoints. */
  Path checkpoints() {
    Path given = state;
    return given == null ? RealTestbed.checkpoints(profile.name()) : given;
  }

  /** Returns how long a switch may take to answer. */
  Duration deadline() {
    return Duration.ofSeconds(timeoutS);
  }

  /** Returns how long switches are waited for. */
  SwitchWaiting waiting() {
    return SwitchWaiting.of(deadline(), Duration.ofSeconds(patienceS));
  }

  /** The options that say which testbed a command is about. */
  static final class ProfileOptions {
    @Option(
        names = "--profile",
        completionCandidates = OptionCandidates.Profiles.class,
        paramLabel = "PROFILE|FILE",
        required = true,
        description = "The testbed: its switches, hosts, network and queues.")
    private String profile = "";

    @Mixin private SettingsOption settings = new SettingsOption();

    /** The profile as the user names it. */
    String name() {
      return profile;
    }

    ExperimentSpec experiment(ExperimentLoader experiments) {
      return experiments.load(profile, Map.of(), settings.given(), false);
    }
  }
}
