package io.smartt.emulation.tutorial;

import module java.base;

import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.p4tools.P4Program;
import io.smartt.experiment.entries.RuntimeEntries;
import io.smartt.experiment.exercise.Exercise;
import io.smartt.experiment.exercise.ExerciseJson;
import org.p4.v1.Update;

/**
 * An exercise's {@code sX-runtime.json} (tutorials/utils/p4runtime_lib/simple_controller.py): the
 * program of a switch and what is written into it.
 */
record RuntimeFile(ExerciseJson json, P4Program program) {
  static RuntimeFile read(Path file) {
    ExerciseJson json = ExerciseJson.read(file);
    String target = json.get("target").text();
    if (!target.equals("bmv2")) {
      throw json.wrong("has target '" + target + "', accepted is bmv2");
    }
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow();
    return new RuntimeFile(
        json,
        P4Program.read(
            path(json.get("bmv2_json"), folder), Optional.of(path(json.get("p4info"), folder))));
  }

  private static Path path(ExerciseJson path, Path folder) {
    return Exercise.find(folder, path.text())
        .orElseThrow(() ->
            path.wrong("names " + path.text() + ", which is not there; compile the exercise"));
  }

  /** The name of the program, as its JSON file has it. */
  String programName() {
    String name = String.valueOf(Path.of(json.get("bmv2_json").text()).getFileName());
    return name.endsWith(".json") ? name.substring(0, name.length() - 5) : name;
  }

  /** Writes all of it into a switch that runs the program. Returns how many updates that took. */
  int write(ProgrammedSwitch target) {
    List<Update> updates = new RuntimeEntries(program.info()).updates(json);
    updates.forEach(update -> target.write(List.of(update)));
    return updates.size();
  }
}
