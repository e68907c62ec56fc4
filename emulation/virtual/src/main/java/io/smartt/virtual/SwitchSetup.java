package io.smartt.virtual;

import module java.base;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Switch;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.SwitchPorts;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.SwitchListener;
import io.smartt.softswitch.TrafficManager.PauseThresholds;

/** The plan of how the switches of a virtual fabric are made. */
interface SwitchSetup {
  /** Listens to nothing. */
  SwitchListener NO_CONTROLLER = _ -> {};

  /** The queues of every port of an experiment. */
  static SwitchSetup of(SwitchPorts ports) {
    return new SwitchSetup() {
      @Override
      public List<QueueConfig> queues(Switch sw, List<Adjacency> adjacencies) {
        return adjacencies.isEmpty()
            ? List.of(QueueConfig.packets(1))
            : ports.queues(adjacencies.getFirst());
      }

      @Override
      public List<QueueConfig> queues(Adjacency port) {
        return ports.queues(port);
      }

      @Override
      public Optional<PauseThresholds> pauses(Adjacency port) {
        return ports.pauses(port);
      }

      @Override
      public DscpPlan dscp() {
        return ports.dscp();
      }
    };
  }

  /** The queues of every port of a switch, lowest priority first. */
  List<QueueConfig> queues(Switch sw, List<Adjacency> ports);

  /** The queues of a port that has others than its switch's; as many, or none to keep those. */
  default List<QueueConfig> queues(Adjacency port) {
    return List.of();
  }

  /** Returns when the peer of a port is to pause its data (802.1Qbb); empty for never. */
  default Optional<PauseThresholds> pauses(Adjacency port) {
    return Optional.empty();
  }

  /** The code points by which queues know their packets. */
  default DscpPlan dscp() {
    return DscpPlan.DEFAULT;
  }

  /** The port to the controllers, which has no link. */
  default OptionalInt cpuPort(Switch sw) {
    return OptionalInt.empty();
  }

  /** Hears of packets for ports without a link, such as the CPU port's, and of digests. */
  default SwitchListener controller(Switch sw) {
    return NO_CONTROLLER;
  }
}
