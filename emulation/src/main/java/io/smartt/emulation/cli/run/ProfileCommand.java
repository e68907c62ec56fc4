package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.experiment.settings.ImpliedSettings;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.ProfileSchema;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.TextTable;
import io.smartt.switchd.options.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt profile}. */
@Command(
    name = "profile",
    sortOptions = false,
    header = "Lists, shows and checks profiles.",
    description = {
      "",
      "A profile says where experiments run: fabric, network, physical facts. It may extend",
      "another, by name or path, and --set changes single keys.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt profile list",
      "  smartt profile show netns --set dilation=1000",
      "  smartt profile validate mytestbed.yaml"
    })
public final class ProfileCommand extends CommandGroup {
  private final ProfileLibrary library;
  private final Console console;

  ProfileCommand(ProfileLibrary library, Console console) {
    this.library = library;
    this.console = console;
  }

  public static CommandLine commandLine(ProfileLibrary library, Console console) {
    return new CommandLine(new ProfileCommand(library, console));
  }

  @Override
  protected String prompt() {
    return "name what to do: list, show or validate";
  }

  @Command(name = "list", header = "Lists the profiles that come with the program.")
  int list() {
    TextTable table = new TextTable("profile", "fabric", "topology", "link rate", "dilation");
    for (String name : library.names()) {
      Settings settings = library.load(name).settings();
      table.row(
          name,
          settings.text(SettingKeys.FABRIC),
          settings.text(SettingKeys.TOPOLOGY),
          settings.text(SettingKeys.LINK_RATE),
          settings.text(SettingKeys.DILATION));
    }
    console.show(table);
    return 0;
  }

  @Command(
      name = "show",
      header = "Shows what a profile and those that it extends say, and what that implies.")
  int show(
      @Parameters(paramLabel = "NAME|FILE", description = "The profile.") String profile,
      @Mixin SettingsOption assignments,
      @Option(names = "--all", description = "Shows keys too that have their default value.")
          boolean all) {
    Settings settings = library.load(profile).settings();
    for (String assignment : AlgorithmRole.first(assignments.given(), Settings::keyOf)) {
      settings = settings.withAssignment(assignment);
    }
    settings = ImpliedSettings.complete(settings);
    TextTable table = new TextTable("key", "value", "meaning");
    for (SettingKey<?> key : settings.catalog().keys()) {
      if (all || settings.isSet(key)) {
        table.row(key.name(), settings.text(key), key.meaning());
      }
    }
    for (Map.Entry<String, String> member : settings.ofFamilies().entrySet()) {
      table.row(
          member.getKey(), member.getValue(), settings.catalog().named(member.getKey()).meaning());
    }
    console.show(table);
    return 0;
  }

  @Command(
      name = "validate",
      header = "Checks profiles: every key and value, the network and the workload.")
  int validate(
      @Parameters(arity = "1..*", paramLabel = "NAME|FILE", description = "The profiles.")
          List<String> profiles) {
    List<String> wrong = new ArrayList<>();
    for (String profile : profiles) {
      try {
        console.out().println(valid(profile));
      } catch (UserInputException e) {
        wrong.add(String.valueOf(e.getMessage()));
      }
    }
    console.out().flush();
    if (!wrong.isEmpty()) {
      throw new UserInputException(String.join(System.lineSeparator() + "smartt: ", wrong));
    }
    return 0;
  }

  private String valid(String profile) {
    ProfileLibrary.Profile loaded = library.load(profile);
    ExperimentSpec experiment =
        new ExperimentLoader(library).load(profile, Map.of(), List.of(), false);
    Topology topology = experiment.buildTopology();
    int flows = experiment.buildWorkload(topology).flows().size();
    return "%s: valid; fabric %s, %s, %d flows"
        .formatted(profile, loaded.settings().text(SettingKeys.FABRIC), topology, flows);
  }

  @Command(name = "schema", header = "Prints the JSON Schema of profiles, for editors.")
  int schema() {
    console.show(ProfileSchema.text(library.catalog()));
    return 0;
  }
}
