package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.exercise.Exercise;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Switch;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/** The switches of an exercise, each with its queues and its port to the controllers. */
final class ExerciseSwitches implements SwitchPlan {
  private static final int QUEUE_PACKETS = 64;

  private final Exercise exercise;
  private final Map<String, ControllerPort> controllers = new LinkedHashMap<>();

  ExerciseSwitches(Exercise exercise, Agenda agenda) {
    this.exercise = exercise;
    exercise
        .switches()
        .forEach((name, spec) -> controllers.put(name, new ControllerPort(agenda, spec.cpuPort())));
  }

  Exercise.SwitchSpec spec(Switch sw) {
    return Objects.requireNonNull(exercise.switches().get(sw.name()));
  }

  @Override
  public List<QueueConfig> queues(Switch sw, List<Adjacency> ports) {
    return Collections.nCopies(
        Math.max(1, spec(sw).priorityQueues()), QueueConfig.packets(QUEUE_PACKETS));
  }

  @Override
  public OptionalInt cpuPort(Switch sw) {
    return spec(sw).cpuPort();
  }

  @Override
  public ControllerPort controller(Switch sw) {
    return Objects.requireNonNull(controllers.get(sw.name()));
  }
}
