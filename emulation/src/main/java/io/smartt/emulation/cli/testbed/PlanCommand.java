package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.InputFile;
import io.smartt.base.output.WholeFile;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.rpc.TlsClientFiles.TlsException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.testbed.P4SwitchDrivers;
import io.smartt.testbed.SonicPlans;
import io.smartt.testbed.SonicSwitchDrivers;
import io.smartt.testbed.TestbedFacts;
import io.smartt.testbed.TestbedSwitch;
import io.smartt.testbed.TestbedSwitch.TargetKind;
import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.ConfigPatch.ConfigChange;
import io.smartt.testbed.sonic.Finding;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.LiveState;
import io.smartt.testbed.sonic.PlannedSwitch;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.sonic.Stage;
import io.smartt.testbed.sonic.SwitchPlan;
import io.smartt.testbed.sonic.SwitchState;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
  private static final String NOT_WRITTEN =
      "\n  no file is written: a plan is written for all its switches, or for none";

  private final Console console;

  @Option(
      names = "--patch",
      paramLabel = "DIR",
      description = {
        "Writes NAME.STAGE.patch.json for each SONiC switch, for 'config apply-patch'",
        "in the order of their names, and NAME.chassis.pb.txt for each Tofino, and",
        "says how they are used. A Tofino is not asked then, and needs no compiled",
        "program: Stratum starts with that file. Where one switch cannot be planned",
        "no file is written."
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

  public PlanCommand(ExperimentLoader experiments, Console console) {
    super(experiments, console);
    this.console = console;
  }

  @Override
  public Integer call() {
    ExperimentSpec spec = checkedExperiment();
    TestbedFacts facts = new TestbedFacts(spec.settings());
    Optional<PlanFiles> files = Optional.ofNullable(patches).map(PlanFiles::new);
    boolean good = true;
    List<String> failures = new ArrayList<>();
    for (TestbedSwitch box : options().boxes(facts)) {
      try {
        good &=
            box.target() == TargetKind.SONIC
                ? planSonic(box, new SonicPlans(spec, facts).of(box), facts, files)
                : planP4(box, new P4SwitchDrivers(spec, facts, options().deadline()), files);
      } catch (SonicException | TlsException | P4RuntimeException e) {
        // The other switches are asked all the same.
        failures.add(String.valueOf(e.getMessage()));
      }
      console.out().flush();
    }
    if (!failures.isEmpty()) {
      throw new RunFailedException(
          String.join("\n  ", failures) + files.map(_ -> NOT_WRITTEN).orElse(""));
    }
    if (good) {
      files.ifPresent(all -> all.write(console.out()));
    } else if (files.isPresent()) {
      console.out().println(NOT_WRITTEN.strip());
    }
    return good ? 0 : Failures.FAILED;
  }

  private boolean planSonic(
      TestbedSwitch box, SwitchPlan plan, TestbedFacts facts, Optional<PlanFiles> files) {
    PlannedSwitch planned = planned(box, plan, facts);
    print(planned, console.out());
    files.ifPresent(all -> all.add(planned));
    return !planned.hasErrors();
  }

  private boolean planP4(TestbedSwitch box, P4SwitchDrivers programmer, Optional<PlanFiles> files) {
    if (box.target() == TargetKind.STRATUM && files.isPresent()) {
      files.get().addChassis(box.name(), programmer.chassis(box));
    } else {
      programmer.changes(box).forEach(console.out()::println);
    }
    return true;
  }

  private PlannedSwitch planned(TestbedSwitch box, SwitchPlan plan, TestbedFacts facts) {
    if (saved != null) {
      Path file = saved.resolve(box.name() + ".json");
      ConfigDb before = ConfigDb.parse(file.toString(), InputFile.text(file));
      return PlannedSwitch.of(plan, before, before, SwitchState.UNKNOWN, LiveState.UNKNOWN);
    }
    try (GnmiSwitch device = new SonicSwitchDrivers(facts, options().deadline()).connect(box)) {
      return PlannedSwitch.of(device, plan);
    }
  }

  /**
   * The files of {@code smartt plan --patch}: they are kept until each switch has been planned, and
   * written together, so that a folder holds a whole testbed or nothing.
   */
  static final class PlanFiles {
    private final Path folder;
    private final Map<Path, String> texts = new TreeMap<>();
    private final List<String> uses = new ArrayList<>();

    PlanFiles(Path folder) {
      this.folder = folder;
    }

    /** A patch a stage. */
    void add(PlannedSwitch planned) {
      String name = planned.plan().name();
      List<Stage> stages = planned.stages();
      for (int i = 0; i < stages.size(); i++) {
        Stage stage = stages.get(i);
        texts.put(
            folder.resolve("%s.%02d-%s.patch.json".formatted(name, i + 1, stage.kind().fileName())),
            stage.patch().toJson().toPrettyString() + "\n");
      }
      uses.add(
          "%s: %d patches in %s, a stage each; on the switch:"
              .formatted(name, stages.size(), folder));
      uses.add(
          "    for stage in "
              + name
              + ".*.patch.json; do sudo config apply-patch $stage || break; done");
      uses.add(
          "    sudo config reload saved.json -y      # takes it back: the config_db.json of before");
    }

    /** The chassis configuration with which Stratum starts. */
    void addChassis(String name, String text) {
      Path file = folder.resolve(name + ".chassis.pb.txt");
      texts.put(file, text);
      uses.add(name + ": " + file + ", for stratum_bf -chassis_config_file");
    }

    /** Writes all, and prints how they are used. */
    void write(PrintWriter out) {
      texts.forEach(PlanFiles::save);
      uses.forEach(out::println);
    }

    private static void save(Path file, String text) {
      WholeFile.folder(file.toAbsolutePath().resolveSibling(""));
      // In place: the user may name a device or a pipe.
      WholeFile.writing(file).run(() -> Files.writeString(file, text));
    }
  }

  /** The report of what a plan would change on a switch, for people. */
  private static void print(PlannedSwitch planned, PrintWriter out) {
    int changes = planned.patch().changes().size();
    out.println(
        planned.plan().name()
            + ": "
            + (planned.stages().isEmpty()
                ? "nothing to change"
                : changes
                    + (changes == 1 ? " object to change in " : " objects to change in ")
                    + planned.stages().size()
                    + " stages"));
    for (Stage stage : planned.stages()) {
      out.println("  stage: " + stage.describe());
    }
    for (ConfigChange change : planned.patch().changes()) {
      out.println("  " + change.describe());
    }
    for (Finding finding : planned.findings()) {
      out.println("  " + finding);
    }
  }
}
