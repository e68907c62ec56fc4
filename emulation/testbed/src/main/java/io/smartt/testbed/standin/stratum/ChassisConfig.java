package io.smartt.testbed.standin.stratum;

import module java.base;

import com.google.protobuf.TextFormat;
import com.google.rpc.Code;
import io.smartt.controller.stratum.ChassisFile;
import io.smartt.controller.stratum.ChassisFile.Platform;
import io.smartt.controller.stratum.ChassisFile.SingletonPort;
import io.smartt.controller.stratum.TofinoConfig;

/**
 * The parts that a stand-in takes of the file that {@code stratum_bf -chassis_config_file} names. A
 * port's id is its SDK port here, since the stand-in has no board that says otherwise.
 *
 * @param isTofino2 by its platform
 * @param nodeId the device id of P4Runtime
 * @param ports by id
 * @param dropTargets where packets go that do not fit
 * @param queues by SDK port
 */
public record ChassisConfig(
    boolean isTofino2,
    long nodeId,
    Map<Integer, Port> ports,
    List<DropTarget> dropTargets,
    Map<Integer, List<QueueMapping>> queues) {
  private static final String MANAGER = "bf_chassis_manager.cc:";
  private static final Set<Platform> PLATFORMS =
      Set.of(Platform.PLT_GENERIC_BAREFOOT_TOFINO, Platform.PLT_GENERIC_BAREFOOT_TOFINO2);

  /** Rates that Stratum sets (bf_sde_wrapper.cc:998). */
  private static final Set<Long> RATES =
      Set.of(
          1_000_000_000L,
          10_000_000_000L,
          25_000_000_000L,
          40_000_000_000L,
          50_000_000_000L,
          100_000_000_000L);

  /** Copies. */
  public ChassisConfig {
    ports = Map.copyOf(ports);
    dropTargets = List.copyOf(dropTargets);
    queues = Map.copyOf(queues);
  }

  /**
   * A port.
   *
   * @param rateBps what it is shaped to, or its speed
   */
  public record Port(long rateBps, boolean enabled) {}

  /** A port and queue of deflect-on-drop. */
  public record DropTarget(int sdkPort, int queue) {}

  /**
   * A queue of a port.
   *
   * @param priority 0 to 7, the highest is served first
   * @param cells that it may take
   */
  public record QueueMapping(int id, int priority, long cells) {}

  /**
   * Parses and verifies a text, as Stratum does when it starts (bf_chassis_manager.cc:637).
   *
   * @throws IllegalArgumentException saying why Stratum would not start
   */
  public static ChassisConfig verified(String text) {
    ChassisFile.Builder file = ChassisFile.newBuilder();
    try {
      TextFormat.Parser.newBuilder().setAllowUnknownFields(true).build().merge(text, file);
      return checked(file.build());
    } catch (TextFormat.ParseException | StratumError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static ChassisConfig checked(ChassisFile config) {
    check(
        config.getTrunkPortsCount() == 0,
        639,
        "config.trunk_ports_size() == 0",
        "Trunk ports are not supported on Tofino.");
    check(
        config.getPortGroupsCount() == 0,
        641,
        "config.port_groups_size() == 0",
        "Port groups are not supported on Tofino.");
    check(
        config.getNodesCount() > 0,
        643,
        "config.nodes_size() > 0",
        "The config must contain at least one node.");
    Platform platform = config.getChassis().getPlatform();
    check(
        platform != Platform.PLT_UNKNOWN,
        647,
        "config.has_chassis() && config.chassis().platform()",
        "Config needs a Chassis message with correct platform.");
    if (!PLATFORMS.contains(platform)) {
      throw new StratumError(Code.INVALID_ARGUMENT, "Unsupported platform: " + platform);
    }
    ChassisFile.Node node = config.getNodes(0);
    check(node.getSlot() > 0, 663, "node.slot() > 0", "No positive slot in node");
    check(node.getId() > 0, 665, "node.id() > 0", "No positive ID in node");
    return of(config, platform == Platform.PLT_GENERIC_BAREFOOT_TOFINO2, node.getId());
  }

  private static ChassisConfig of(ChassisFile config, boolean isTofino2, long nodeId) {
    TofinoConfig tofino = config.getVendorConfig().getTofinoConfig();
    Map<Integer, TofinoConfig.Shape> shaped =
        tofino
            .getNodeIdToPortShapingConfigOrDefault(
                nodeId, TofinoConfig.PortShaping.getDefaultInstance())
            .getPerPortShapingConfigsMap();
    Map<Integer, Port> ports = new LinkedHashMap<>();
    Set<String> places = new HashSet<>();
    for (SingletonPort port : config.getSingletonPortsList()) {
      int id = port.getId();
      check(id > 0, 691, "singleton_port.id() > 0", "No positive ID in port.");
      check(
          port.getSlot() > 0,
          699,
          "singleton_port.slot() > 0",
          "No valid slot in port " + id + ".");
      check(
          port.getPort() > 0,
          701,
          "singleton_port.port() > 0",
          "No valid port in port " + id + ".");
      long speed = port.getSpeedBps();
      check(
          speed > 0,
          703,
          "singleton_port.speed_bps() > 0",
          "No valid speed_bps in port " + id + ".");
      check(
          places.add(port.getSlot() + "/" + port.getPort() + "/" + port.getChannel()),
          707,
          "!singleton_port_keys.count(singleton_port_key)",
          "The (slot, port, channel) tuple for port "
              + id
              + " was already recorded for another SingletonPort in the config.");
      check(
          port.getNode() == nodeId,
          714,
          "node_id_to_device.count(singleton_port.node())",
          "Node ID "
              + port.getNode()
              + " given for port "
              + id
              + " has not been given to any Node in the config.");
      check(
          !ports.containsKey(id),
          718,
          "port_id_to_singleton_port_key",
          "The id for port " + id + " was already recorded for another SingletonPort.");
      if (!RATES.contains(speed)) {
        throw new StratumError(
            Code.INVALID_ARGUMENT, "Unsupported port speed. (port " + id + ": " + speed + ")");
      }
      boolean enabled =
          port.getConfigParams().getAdminState() == ChassisFile.AdminState.ADMIN_STATE_ENABLED;
      TofinoConfig.Shape shape = shaped.get(id);
      long rate =
          shape == null || !shape.hasByteShaping() ? speed : shape.getByteShaping().getRateBps();
      ports.put(id, new Port(Math.min(speed, rate), enabled));
    }
    return new ChassisConfig(
        isTofino2, nodeId, ports, dropTargets(tofino, nodeId), queues(tofino, nodeId, ports));
  }

  private static List<DropTarget> dropTargets(TofinoConfig tofino, long nodeId) {
    return tofino
        .getNodeIdToDeflectOnDropConfigsOrDefault(
            nodeId, TofinoConfig.Deflection.getDefaultInstance())
        .getDropTargetsList()
        .stream()
        .map(target ->
            new DropTarget(
                sdkPort(
                    target.hasPort() || target.hasSdkPort(),
                    target.getPort() + target.getSdkPort()),
                target.getQueue()))
        .toList();
  }

  /** Returns the port that one of two fields says: the other is 0. */
  private static int sdkPort(boolean isSaid, int port) {
    if (!isSaid) {
      throw new StratumError(
          Code.INVALID_ARGUMENT, "Unsupported port type in DropTarget or QueueConfig");
    }
    return port;
  }

  private static Map<Integer, List<QueueMapping>> queues(
      TofinoConfig tofino, long nodeId, Map<Integer, Port> ports) {
    Map<Integer, List<QueueMapping>> queues = new LinkedHashMap<>();
    for (TofinoConfig.QueueConfig port :
        tofino
            .getNodeIdToQosConfigOrDefault(nodeId, TofinoConfig.Qos.getDefaultInstance())
            .getQueueConfigsList()) {
      int id = sdkPort(port.hasPort() || port.hasSdkPort(), port.getPort() + port.getSdkPort());
      check(
          port.hasSdkPort() || ports.containsKey(id),
          538,
          "node_id_to_port_id_to_sdk_port_id[node_id].count(queue_config.port())",
          "Invalid singleton port " + id + " in QueueConfig.");
      queues.put(
          id,
          port.getQueueMappingList().stream()
              .map(queue ->
                  new QueueMapping(
                      queue.getQueueId(),
                      Math.max(0, queue.getPriority().getNumber() - 1),
                      queue.getBaseUseLimit()))
              .toList());
    }
    return queues;
  }

  private static void check(boolean holds, int line, String condition, String more) {
    StratumError.check(holds, MANAGER + line, condition, more);
  }
}
