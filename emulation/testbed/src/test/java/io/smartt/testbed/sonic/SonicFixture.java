package io.smartt.testbed.sonic;

import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.TrafficManager.PauseThresholds;
import io.smartt.testbed.sonic.SwitchPlan.PortLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A switch of two ports before an experiment, and a plan for it. */
final class SonicFixture {
  /** Nothing. */
  static final ConfigDb EMPTY = ConfigDb.parse("nothing", "{}");

  static final SwitchState CAPABLE =
      new SwitchState(
          true,
          Map.of(
              "SWITCH_TRIMMING_CAPABLE", "true",
              "SWITCH|PACKET_TRIMMING_DSCP_RESOLUTION_MODE", "DSCP_VALUE,FROM_TC",
              "SWITCH|PACKET_TRIMMING_QUEUE_RESOLUTION_MODE", "STATIC,DYNAMIC"),
          Map.of("Ethernet0", List.of("50000", "100000")),
          Map.of());

  private SonicFixture() {}

  static ConfigDb before() {
    return EMPTY
        .with("DEVICE_METADATA", "localhost", Map.of("hwsku", "DellEMC-Z9432f-O32"))
        .with("PORT", "Ethernet0", Map.of("lanes", "1", "speed", "100000", "mtu", "9100"))
        .with("PORT", "Ethernet1", Map.of("lanes", "2", "speed", "50000", "mtu", "9100"))
        .with("BUFFER_POOL", "egress_lossy_pool", Map.of("type", "egress", "mode", "dynamic"))
        .with(
            "BUFFER_PROFILE",
            "egress_lossy_profile",
            Map.of("pool", "egress_lossy_pool", "size", "1518", "dynamic_th", "3"))
        .with("PORT_QOS_MAP", "Ethernet0", Map.of("pfc_enable", "3,4"))
        .with("QUEUE", "Ethernet0|3", Map.of());
  }

  static SwitchPlan plan() {
    return plan(0, 6, 1, Optional.of(new SwitchPlan.QosPlan.Trim(206, Optional.empty())));
  }

  static SwitchPlan plan(int data, int control, int other, Optional<SwitchPlan.QosPlan.Trim> trim) {
    return plan(
        new SwitchPlan.QosPlan.DataQueue(data, 10, 1, Optional.empty()),
        control,
        other,
        trim,
        Optional.empty());
  }

  /** The plan whose data queues share the pool. */
  static SwitchPlan sharing(int exponent, SwitchPlan.QosPlan.Shared part) {
    return plan(
        new SwitchPlan.QosPlan.DataQueue(0, 10, 1, Optional.of(exponent)),
        6,
        1,
        Optional.of(new SwitchPlan.QosPlan.Trim(206, Optional.empty())),
        Optional.of(part));
  }

  /** The plan with a class of weight 5 whose queues are half as deep, and a strict one. */
  static SwitchPlan withClasses() {
    SwitchPlan plain = plan();
    SwitchPlan.QosPlan qos = plain.qos();
    return new SwitchPlan(
        plain.name(),
        plain.vrfs(),
        plain.ports().stream()
            .map(port ->
                with(
                    port,
                    List.of(
                        port.queue(),
                        new SwitchPlan.RoutedPort.QueueBytes(31_250, 6_250, 25_000, 1),
                        port.queue()),
                    port.pauses()))
            .toList(),
        plain.routes(),
        new SwitchPlan.QosPlan(
            qos.dscp(),
            List.of(
                new SwitchPlan.QosPlan.DataQueue(0, 10, 2, Optional.empty()),
                new SwitchPlan.QosPlan.DataQueue(2, 26, 5, Optional.empty()),
                new SwitchPlan.QosPlan.DataQueue(5, 18, QueueConfig.STRICT, Optional.empty())),
            qos.controlQueue(),
            qos.otherQueue(),
            qos.pool(),
            qos.trim(),
            qos.shared()),
        plain.line());
  }

  /** Data in queue 2, whose peers pause above 62,500 B and go on at 50,000 B. */
  static SwitchPlan pausing() {
    SwitchPlan plain = plan(2, 6, 1, Optional.empty());
    return new SwitchPlan(
        plain.name(),
        plain.vrfs(),
        plain.ports().stream()
            .map(port ->
                with(port, port.queues(), Optional.of(new PauseThresholds(62_500, 50_000, 30_000))))
            .toList(),
        plain.routes(),
        plain.qos(),
        plain.line());
  }

  /** The switch with the pools, groups and cables of SONiC's templates. */
  static ConfigDb withPools() {
    Map<String, String> dynamic = Map.of("type", "ingress", "mode", "dynamic", "size", "67108864");
    Map<String, String> fixed = Map.of("type", "egress", "mode", "static", "size", "67108864");
    return before()
        .with("BUFFER_POOL", "ingress_lossless_pool", dynamic)
        .with("BUFFER_POOL", "egress_lossless_pool", fixed)
        .with(
            "BUFFER_PROFILE",
            "ingress_lossy_profile",
            Map.of("pool", "ingress_lossless_pool", "size", "0", "dynamic_th", "3"))
        .with("BUFFER_PG", "Ethernet0|0", Map.of("profile", "ingress_lossy_profile"))
        .with("BUFFER_PG", "Ethernet0|3-4", Map.of("profile", "ingress_lossy_profile"))
        .with("CABLE_LENGTH", "AZURE", Map.of("Ethernet0", "5m", "Ethernet9", "40m"));
  }

  /** The plan whose ports to hosts mark nothing. */
  static SwitchPlan withoutLastHopMarks() {
    SwitchPlan plain = plan();
    return new SwitchPlan(
        plain.name(),
        plain.vrfs(),
        plain.ports().stream()
            .map(port ->
                port.neighbour().isEmpty()
                    ? port
                    : with(
                        port,
                        List.of(new SwitchPlan.RoutedPort.QueueBytes(62_500, 62_500, 62_500, 1)),
                        port.pauses()))
            .toList(),
        plain.routes(),
        plain.qos(),
        plain.line());
  }

  private static SwitchPlan.RoutedPort with(
      SwitchPlan.RoutedPort port,
      List<SwitchPlan.RoutedPort.QueueBytes> queues,
      Optional<PauseThresholds> pauses) {
    return new SwitchPlan.RoutedPort(
        port.name(),
        port.vrf(),
        port.address(),
        port.speedMbps(),
        port.shapedBps(),
        port.mtu(),
        port.neighbour(),
        queues,
        pauses);
  }

  private static SwitchPlan plan(
      SwitchPlan.QosPlan.DataQueue data,
      int control,
      int other,
      Optional<SwitchPlan.QosPlan.Trim> trim,
      Optional<SwitchPlan.QosPlan.Shared> shared) {
    SwitchPlan.RoutedPort.QueueBytes queue =
        new SwitchPlan.RoutedPort.QueueBytes(62_500, 12_500, 50_000, 1);
    return new SwitchPlan(
        "leaf",
        List.of("Vrf_leaf1"),
        List.of(
            new SwitchPlan.RoutedPort(
                "Ethernet0",
                "Vrf_leaf1",
                "172.16.0.1/31",
                50_000,
                OptionalLong.empty(),
                9100,
                Optional.of(new SwitchPlan.RoutedPort.Neighbour("172.16.0.0", "02:00:00:00:00:01")),
                List.of(queue),
                Optional.empty()),
            new SwitchPlan.RoutedPort(
                "Ethernet1",
                "Vrf_leaf1",
                "172.16.0.2/31",
                50_000,
                OptionalLong.empty(),
                9100,
                Optional.empty(),
                List.of(queue),
                Optional.empty())),
        List.of(
            new SwitchPlan.StaticRoute(
                "Vrf_leaf1",
                "10.0.0.1/32",
                List.of(new SwitchPlan.StaticRoute.NextHop("172.16.0.0", "Ethernet0"))),
            new SwitchPlan.StaticRoute(
                "Vrf_leaf1",
                "10.0.0.2/32",
                List.of(new SwitchPlan.StaticRoute.NextHop("172.16.0.3", "Ethernet1")))),
        new SwitchPlan.QosPlan(
            DscpPlan.DEFAULT, List.of(data), control, other, "egress_lossy_pool", trim, shared),
        new PortLine(PortLine.Fec.BY_LANE, PortLine.Autoneg.KEEP));
  }
}
