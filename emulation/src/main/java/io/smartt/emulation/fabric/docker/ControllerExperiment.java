package io.smartt.emulation.fabric.docker;

import io.smartt.emulation.fabric.containers.RunSecrets;
import java.util.List;

/**
 * The experiment of a controller in a container, as the {@code experiment.yaml} of a run, since
 * files that a command line names are not there.
 */
final class ControllerExperiment {
  /** Its name among the container's files. */
  static final String FILE = "experiment.yaml";

  private ControllerExperiment() {}

  /** What the controller runs. */
  static List<String> command() {
    return List.of(
        "run", "--experiment", RunSecrets.FOLDER + "/" + FILE, "--set", "docker.attached=true");
  }
}
