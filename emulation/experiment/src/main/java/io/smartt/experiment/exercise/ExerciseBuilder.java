package io.smartt.experiment.exercise;

import java.nio.file.Path;

/** A fabric as far as exercises need it. */
@FunctionalInterface
public interface ExerciseBuilder {
  /**
   * Builds the network of an exercise; its switches have no program yet.
   *
   * @param folder where commands of hosts run
   * @param seed of the programs' random numbers
   * @param controlled whether a controller in another process will program the switches
   * @throws io.smartt.base.input.UserInputException if the fabric cannot be had here
   */
  ExerciseFabric build(Exercise exercise, Path folder, long seed, boolean controlled);
}
