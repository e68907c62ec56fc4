package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.study.launch.Fabrics;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Laws of what waits in switches. */
final class MemoryLaws {
  static final List<Law> ALL =
      List.of(
          new Law("no queue is deeper than its part of shared memory", 1, MemoryLaws::part),
          new Law("shared memory is never exceeded", 1, MemoryLaws::whole),
          new Law("a switch that trims drops no data", 1, MemoryLaws::trims));

  private static final int DATA = 0;

  private MemoryLaws() {}

  private static long size(Trial trial) {
    return trial.spec().settings().get(SettingKeys.BUFFER_SIZE);
  }

  /**
   * With nothing in other queues the threshold is alpha times what is free, which a queue meets at
   * alpha / (1 + alpha) of the memory and exceeds by less than a packet.
   */
  private static boolean part(Trial trial) {
    if (size(trial) == 0) {
      return false;
    }
    Settings settings = trial.spec().settings();
    long reserved = settings.get(SettingKeys.BUFFER_RESERVED);
    double alpha = settings.get(SettingKeys.BUFFER_ALPHA);
    int mtu = trial.spec().packets().mtuBytes();
    Topology topology = trial.spec().buildTopology();
    for (QueueRecord queue : trial.done().result().queues()) {
      if (queue.queue() == DATA) {
        long shared = size(trial) - reserved * ports(topology, queue.switchName());
        double most =
            (double) reserved + Math.min((double) shared, shared * alpha / (1 + alpha) + mtu);
        assertThat((double) queue.counters().maxDepthBytes())
            .as("%s", queue)
            .isLessThanOrEqualTo(most);
      }
    }
    return true;
  }

  private static long ports(Topology topology, String name) {
    Switch sw =
        topology.switches().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    return topology.adjacencies(sw).size();
  }

  /** Looks at all queues of a lab some times in its run. */
  private static boolean whole(Trial trial) {
    if (size(trial) == 0) {
      return false;
    }
    long reserved = trial.spec().settings().get(SettingKeys.BUFFER_RESERVED);
    Topology topology = trial.spec().buildTopology();
    try (LiveNetwork network =
        Fabrics.builtIn().open(trial.spec(), Clock.systemUTC(), new Trial.Watch())) {
      var _ =
          network.run(
              trial.spec().buildWorkload(topology),
              new Trial.Watch(() -> {
                for (Switch sw : topology.switches()) {
                  long used = 0;
                  for (QueueStatus queue : network.queues(sw)) {
                    used += queue.queue() == DATA ? Math.max(0, queue.depthBytes() - reserved) : 0;
                  }
                  assertThat(used)
                      .as("shared memory of %s", sw.name())
                      .isLessThanOrEqualTo(
                          size(trial) - reserved * topology.adjacencies(sw).size());
                }
              }));
    } catch (UserInputException e) {
      return false;
    }
    return true;
  }

  /**
   * What does not fit in a data queue is cut, or is short already, and goes to the other queue: it
   * is lost only where that one was full, too.
   */
  private static boolean trims(Trial trial) {
    if (!trial.spec().settings().text(SettingKeys.TRIMMING).equals("asic")) {
      return false;
    }
    ExperimentSpec spec = trial.spec();
    Topology topology = spec.buildTopology();
    SwitchPorts ports = new SwitchPorts(spec, new PathProfiles(topology, spec.packets()));
    List<QueueRecord> queues = trial.done().result().queues();
    for (Switch sw : topology.switches()) {
      for (Adjacency port : topology.adjacencies(sw)) {
        Supplier<Stream<QueueRecord>> own =
            () ->
                queues.stream()
                    .filter(one -> one.switchName().equals(sw.name()) && one.port() == port.port());
        if (own.get().anyMatch(one -> isData(one) && one.counters().dropped().packets() > 0)) {
          assertThat(own.get().filter(one -> !isData(one)).toList())
              .as("the other queues of %s, port %d", sw.name(), port.port())
              .anyMatch(one ->
                  one.counters().maxDepthBytes()
                      > ports.plan(port).controlBytes() - spec.packets().mtuBytes());
        }
      }
    }
    return true;
  }

  private static boolean isData(QueueRecord queue) {
    return queue.queue() == DATA;
  }
}
