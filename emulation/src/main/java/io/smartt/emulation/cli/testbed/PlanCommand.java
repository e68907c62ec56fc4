package io.smartt.emulation.cli.testbed;

import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.sonic.ConfigDb;
import io.smartt.controller.sonic.GnmiSwitch;
import io.smartt.controller.sonic.PlannedSwitch;
import io.smartt.controller.sonic.SonicException;
import io.smartt.controller.sonic.Stage;
import io.smartt.controller.sonic.SwitchPlan;
import io.smartt.controller.sonic.SwitchState;
import io.smartt.controller.tls.TlsException;
import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.console.Failures;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.experiment.ExperimentLoader;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.fabric.testbed.P4SwitchDrivers;
import io.smartt.emulation.fabric.testbed.SonicPlans;
import io.smartt.emulation.fabric.testbed.SonicSwitchDrivers;
import io.smartt.emulation.fabric.testbed.TargetKind;
import io.smartt.emulation.fabric.testbed.TestbedFacts;
import io.smartt.emulation.fabric.testbed.TestbedSwitch;
import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.input.FileTrouble;
import io.smartt.emulation.input.InputFile;
import io.smartt.emulation.input.UserInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt plan}. */
@Command(
    name = "plan",
    sortOptions = false,
    header = "Shows what a profile would change on each switch of a testbed, and changes nothing.",
    description = {
      "",
      "Reads each switch, works out what it should hold and prints the difference by object,",
      "with what would be refused or ignored. '+' is new, '-' goes, '~' is changed.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt plan --profile trident4-leaf-spine",
      "  smartt plan --profile mytestbed.yaml --switch trident1 --patch patches",
      "  smartt plan --profile mytestbed.yaml --config-db saved --patch patches",
      "",
      "Ends with 0 if the plan can be applied, 1 if not."
    })
public final class PlanCommand extends TestbedCommand {
  private final Console console;

  @Option(
      names = "--patch",
      paramLabel = "DIR",
      description = {
        "Writes NAME.STAGE.patch.json for each SONiC switch, for 'config apply-patch'",
        "in the order of their names, and NAME.chassis.pb.txt for each Tofino, and",
        "says how they are used. A Tofino is not asked then: Stratum starts with",
        "that file."
      })
  private @Nullable Path patches;

  @Option(
      names = "--config-db",
      paramLabel = "DIR",
      description = {
        "Reads DIR/NAME.json (config_db.json of the switch) instead",
        "of asking the switch."
      })
  private @Nullable Path saved;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  public PlanCommand(ExperimentLoader experiments, Console console) {
    super(experiments, console);
    this.console = console;
  }

  @Override
  public Integer call() {
    ExperimentSpec spec = experiment();
    TestbedFacts facts = new TestbedFacts(spec.settings());
    boolean good = true;
    List<String> failures = new ArrayList<>();
    for (TestbedSwitch box : options().boxes(facts)) {
      try {
        good &=
            box.target() == TargetKind.SONIC
                ? planSonic(box, new SonicPlans(spec, facts).of(box), facts)
                : planP4(box, new P4SwitchDrivers(spec, facts, options().deadline()));
      } catch (SonicException | TlsException | P4RuntimeException e) {
        // The other switches are asked all the same.
        failures.add(String.valueOf(e.getMessage()));
      }
      console.out().flush();
    }
    if (!failures.isEmpty()) {
      throw new RunFailedException(String.join("\n  ", failures));
    }
    return good ? 0 : Failures.FAILED;
  }

  private boolean planSonic(TestbedSwitch box, SwitchPlan plan, TestbedFacts facts) {
    PlannedSwitch planned = planned(box, plan, facts);
    PlanReport.print(planned, console.out());
    if (patches != null) {
      write(planned, patches);
    }
    return !planned.hasErrors();
  }

  private boolean planP4(TestbedSwitch box, P4SwitchDrivers programmer) {
    if (box.target() == TargetKind.STRATUM && patches != null) {
      Path file = patches.resolve(box.name() + ".chassis.pb.txt");
      // First, since it reads the program's files: without them no file is written.
      List<String> described = programmer.describe(box);
      save(file, programmer.chassis(box));
      console.out().println(box.name() + ": " + file + ", for stratum_bf -chassis_config_file");
      described.forEach(console.out()::println);
    } else {
      programmer.changes(box).forEach(console.out()::println);
    }
    return true;
  }

  private PlannedSwitch planned(TestbedSwitch box, SwitchPlan plan, TestbedFacts facts) {
    if (saved != null) {
      Path file = saved.resolve(box.name() + ".json");
      ConfigDb before = ConfigDb.parse(file.toString(), InputFile.text(file));
      return PlannedSwitch.of(plan, before, SwitchState.UNKNOWN);
    }
    try (GnmiSwitch device = new SonicSwitchDrivers(facts, options().deadline()).connect(box)) {
      return PlannedSwitch.of(device, plan);
    }
  }

  private void write(PlannedSwitch planned, Path folder) {
    String name = planned.plan().name();
    List<Stage> stages = planned.stages();
    for (int i = 0; i < stages.size(); i++) {
      Stage stage = stages.get(i);
      save(
          folder.resolve("%s.%02d-%s.patch.json".formatted(name, i + 1, stage.kind().fileName())),
          stage.patch().toJson().toPrettyString() + "\n");
    }
    console
        .out()
        .println("  " + stages.size() + " patches in " + folder + ", a stage each; on the switch:");
    console
        .out()
        .println(
            "    for stage in "
                + name
                + ".*.patch.json; do sudo config apply-patch $stage || break; done");
    console
        .out()
        .println(
            "    sudo config reload saved.json -y      # takes it back: the config_db.json of"
                + " before");
  }

  private static void save(Path file, String text) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UserInputException(file + ": cannot be written: " + FileTrouble.reason(e), e);
    }
  }
}
