package io.smartt.testbed.standin.stratum;

import module java.base;

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
  private static final Set<String> PLATFORMS =
      Set.of("PLT_GENERIC_BAREFOOT_TOFINO", "PLT_GENERIC_BAREFOOT_TOFINO2");
  private static final String ENABLED = "ADMIN_STATE_ENABLED";
  private static final String PRIORITY = "PRIO_";

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
    try {
      return checked(TextProto.parse(text));
    } catch (StratumError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static ChassisConfig checked(TextProto config) {
    check(
        !config.has("trunk_ports"),
        639,
        "config.trunk_ports_size() == 0",
        "Trunk ports are not supported on Tofino.");
    check(
        !config.has("port_groups"),
        641,
        "config.port_groups_size() == 0",
        "Port groups are not supported on Tofino.");
    check(
        config.has("nodes"),
        643,
        "config.nodes_size() > 0",
        "The config must contain at least one node.");
    String platform =
        config.blocks("chassis").stream()
            .flatMap(chassis -> chassis.text("platform").stream())
            .findFirst()
            .orElse("");
    check(
        !platform.isEmpty(),
        647,
        "config.has_chassis() && config.chassis().platform()",
        "Config needs a Chassis message with correct platform.");
    if (!PLATFORMS.contains(platform)) {
      throw new StratumError(
          com.google.rpc.Code.INVALID_ARGUMENT, "Unsupported platform: " + platform);
    }
    TextProto node = config.blocks("nodes").getFirst();
    check(node.number("slot") > 0, 663, "node.slot() > 0", "No positive slot in node");
    check(node.number("id") > 0, 665, "node.id() > 0", "No positive ID in node");
    return of(config, platform.endsWith("2"), node.number("id"));
  }

  private static ChassisConfig of(TextProto config, boolean isTofino2, long nodeId) {
    List<TextProto> tofino =
        config.blocks("vendor_config").stream()
            .flatMap(vendor -> vendor.blocks("tofino_config").stream())
            .toList();
    Map<Long, Long> shaped = shaped(tofino, nodeId);
    Map<Integer, Port> ports = new LinkedHashMap<>();
    Set<String> places = new HashSet<>();
    for (TextProto port : config.blocks("singleton_ports")) {
      long id = port.number("id");
      check(id > 0, 691, "singleton_port.id() > 0", "No positive ID in port.");
      check(
          port.number("slot") > 0,
          699,
          "singleton_port.slot() > 0",
          "No valid slot in port " + id + ".");
      check(
          port.number("port") > 0,
          701,
          "singleton_port.port() > 0",
          "No valid port in port " + id + ".");
      long speed = port.number("speed_bps");
      check(
          speed > 0,
          703,
          "singleton_port.speed_bps() > 0",
          "No valid speed_bps in port " + id + ".");
      check(
          places.add(place(port)),
          707,
          "!singleton_port_keys.count(singleton_port_key)",
          "The (slot, port, channel) tuple for port "
              + id
              + " was already recorded for another SingletonPort in the config.");
      check(
          port.number("node") == nodeId,
          714,
          "node_id_to_device.count(singleton_port.node())",
          "Node ID "
              + port.number("node")
              + " given for port "
              + id
              + " has not been given to any Node in the config.");
      check(
          !ports.containsKey((int) id),
          718,
          "port_id_to_singleton_port_key",
          "The id for port " + id + " was already recorded for another SingletonPort.");
      if (!RATES.contains(speed)) {
        throw new StratumError(
            com.google.rpc.Code.INVALID_ARGUMENT,
            "Unsupported port speed. (port " + id + ": " + speed + ")");
      }
      boolean enabled =
          port.blocks("config_params").stream()
              .anyMatch(line -> line.text("admin_state").filter(ENABLED::equals).isPresent());
      ports.put((int) id, new Port(Math.min(speed, shaped.getOrDefault(id, speed)), enabled));
    }
    return new ChassisConfig(
        isTofino2, nodeId, ports, dropTargets(tofino, nodeId), queues(tofino, nodeId, ports));
  }

  private static String place(TextProto port) {
    return port.number("slot") + "/" + port.number("port") + "/" + port.number("channel");
  }

  private static List<TextProto> ofNode(List<TextProto> tofino, String map, long nodeId) {
    return tofino.stream()
        .flatMap(config -> config.blocks(map).stream())
        .filter(entry -> entry.number("key") == nodeId)
        .flatMap(entry -> entry.blocks("value").stream())
        .toList();
  }

  private static Map<Long, Long> shaped(List<TextProto> tofino, long nodeId) {
    Map<Long, Long> rates = new LinkedHashMap<>();
    for (TextProto config : ofNode(tofino, "node_id_to_port_shaping_config", nodeId)) {
      for (TextProto entry : config.blocks("per_port_shaping_configs")) {
        entry.blocks("value").stream()
            .flatMap(value -> value.blocks("byte_shaping").stream())
            .forEach(shaping -> rates.put(entry.number("key"), shaping.number("rate_bps")));
      }
    }
    return rates;
  }

  private static List<DropTarget> dropTargets(List<TextProto> tofino, long nodeId) {
    return ofNode(tofino, "node_id_to_deflect_on_drop_configs", nodeId).stream()
        .flatMap(config -> config.blocks("drop_targets").stream())
        .map(target -> new DropTarget((int) sdkPort(target), (int) target.number("queue")))
        .toList();
  }

  private static long sdkPort(TextProto target) {
    if (!target.has("sdk_port") && !target.has("port")) {
      throw new StratumError(
          com.google.rpc.Code.INVALID_ARGUMENT,
          "Unsupported port type in DropTarget or QueueConfig");
    }
    return target.has("sdk_port") ? target.number("sdk_port") : target.number("port");
  }

  private static Map<Integer, List<QueueMapping>> queues(
      List<TextProto> tofino, long nodeId, Map<Integer, Port> ports) {
    Map<Integer, List<QueueMapping>> queues = new LinkedHashMap<>();
    for (TextProto config : ofNode(tofino, "node_id_to_qos_config", nodeId)) {
      for (TextProto port : config.blocks("queue_configs")) {
        int id = (int) sdkPort(port);
        check(
            port.has("sdk_port") || ports.containsKey(id),
            538,
            "node_id_to_port_id_to_sdk_port_id[node_id].count(queue_config.port())",
            "Invalid singleton port " + id + " in QueueConfig.");
        List<QueueMapping> mappings = new ArrayList<>();
        for (TextProto mapping : port.blocks("queue_mapping")) {
          mappings.add(
              new QueueMapping(
                  (int) mapping.number("queue_id"),
                  priority(mapping.text("priority")),
                  mapping.number("base_use_limit")));
        }
        queues.put(id, List.copyOf(mappings));
      }
    }
    return queues;
  }

  private static int priority(Optional<String> word) {
    return word.filter(text -> text.startsWith(PRIORITY))
        .map(text -> Integer.parseInt(text.substring(PRIORITY.length())))
        .orElse(0);
  }

  private static void check(boolean holds, int line, String condition, String more) {
    StratumError.check(holds, MANAGER + line, condition, more);
  }
}
