package io.smartt.realtime.docker;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.realtime.containers.RunSecrets;
import java.util.List;

/**
 * The experiment of a controller in a container, as the {@code experiment.yaml} of a run, since
 * files that a command line names are not there.
 */
final class ControllerExperiment {
  /** Its name among the container's files. */
  static final String FILE = "experiment.yaml";

  /** The controller's own name among the nodes of a file. */
  static final String CONTROLLER = "controller";

  private ControllerExperiment() {}

  /**
   * Refuses a network with a node of the controller's name.
   *
   * @throws UserInputException if there is one
   */
  static void requireItsName(Topology topology) {
    if (topology.node(CONTROLLER).isPresent()) {
      throw new UserInputException(
          topology.name() + ": a node is named 'controller', as the one that runs the experiment");
    }
  }

  /** Returns what the controller runs. */
  static List<String> command() {
    return List.of(
        "run", "--experiment", RunSecrets.FOLDER + "/" + FILE, "--set", "docker.attached=true");
  }
}
