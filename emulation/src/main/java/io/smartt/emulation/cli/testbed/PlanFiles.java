package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.experiment.report.WholeFile;
import io.smartt.testbed.sonic.PlannedSwitch;
import io.smartt.testbed.sonic.Stage;

/**
 * The files of {@code smartt plan --patch}: they are kept until each switch has been planned, and
 * written together, so that a folder holds a whole testbed or nothing.
 */
final class PlanFiles {
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
    WholeFile.write(file, out -> out.write(text));
  }
}
