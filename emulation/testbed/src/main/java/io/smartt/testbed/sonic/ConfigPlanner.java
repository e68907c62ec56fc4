package io.smartt.testbed.sonic;

import module java.base;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.softswitch.QueueConfig;
import io.smartt.testbed.sonic.SwitchPlan.QosPlan.Shared;

/**
 * Works out the CONFIG_DB of a switch that does what an experiment wants. Objects of the plan's
 * ports and VRFs and those that it names are the plan's, and what else is there of them goes; all
 * others stay as they are. The same plan on its own result changes nothing.
 */
public final class ConfigPlanner {
  /** Prefix of the names of maps, profiles and schedulers that this planner writes. */
  static final String OWN = "SMARTT";

  static final String TRIMMING = "SWITCH_TRIMMING";
  private static final int PERCENT = 100;
  private static final String CONTROL = OWN + "_CONTROL";
  private static final String DATA = OWN + "_DATA";
  private static final String LOSSY = OWN + "_LOSSY";
  private static final String COUNTERS = "FLEX_COUNTER_TABLE";
  private static final int DSCPS = 64;
  private static final int MBPS_PER_GBPS = 1000;

  /** Tables whose keys begin with a port, and that a plan owns for its ports. */
  private static final List<String> OF_PORTS =
      List.of("INTERFACE", "NEIGH", "QUEUE", "BUFFER_QUEUE", "PORT_QOS_MAP", "PFC_WD");

  private static final List<String> NAMED =
      List.of(
          ("DSCP_TO_TC_MAP TC_TO_QUEUE_MAP SCHEDULER WRED_PROFILE BUFFER_PROFILE"
                  + " ACL_TABLE_TYPE ACL_TABLE ACL_RULE TC_TO_PRIORITY_GROUP_MAP"
                  + " PFC_PRIORITY_TO_PRIORITY_GROUP_MAP MAP_PFC_PRIORITY_TO_QUEUE")
              .split(" ", -1));

  private final SwitchPlan plan;

  /** Creates the planner of one switch's plan. */
  public ConfigPlanner(SwitchPlan plan) {
    this.plan = plan;
  }

  /** Returns the desired CONFIG_DB, given the present one. */
  public ConfigDb desired(ConfigDb now) {
    ConfigDb db = ports(vrfs(cleared(now)));
    for (SwitchPlan.StaticRoute route : plan.routes()) {
      db =
          db.with(
              "STATIC_ROUTE",
              route.vrf() + "|" + route.prefix(),
              Map.of(
                  "nexthop", joined(route, SwitchPlan.StaticRoute.NextHop::address),
                  "ifname", joined(route, SwitchPlan.StaticRoute.NextHop::port)));
    }
    return trimming(classes(db));
  }

  private static String joined(
      SwitchPlan.StaticRoute route, Function<SwitchPlan.StaticRoute.NextHop, String> part) {
    return route.nextHops().stream().map(part).collect(Collectors.joining(","));
  }

  private ConfigDb cleared(ConfigDb now) {
    Set<String> ports =
        plan.ports().stream().map(SwitchPlan.RoutedPort::name).collect(Collectors.toSet());
    ConfigDb db = now;
    for (String table : OF_PORTS) {
      db = without(db, table, key -> ports.contains(key.split("\\|", -1)[0]));
    }
    db = without(db, PauseTables.GROUPS, key -> isOwnGroup(now, key));
    db = without(db, "STATIC_ROUTE", key -> plan.vrfs().contains(key.split("\\|", -1)[0]));
    for (String table : NAMED) {
      db = without(db, table, key -> key.startsWith(OWN));
    }
    return db;
  }

  /** Returns whether a priority group is one that pauses by a plan. */
  static boolean isOwnGroup(ConfigDb db, String key) {
    return db.field(PauseTables.GROUPS, key, "profile").orElse("").startsWith(OWN);
  }

  private static ConfigDb without(ConfigDb from, String table, Predicate<String> unwanted) {
    ConfigDb db = from;
    for (String key : from.keys(table)) {
      db = unwanted.test(key) ? db.without(table, key) : db;
    }
    return db;
  }

  private ConfigDb vrfs(ConfigDb from) {
    ConfigDb db = from;
    for (String vrf : plan.vrfs()) {
      db = db.merged("VRF", vrf, Map.of());
    }
    return db;
  }

  private ConfigDb ports(ConfigDb from) {
    ConfigDb db = from;
    for (SwitchPlan.RoutedPort port : plan.ports()) {
      db =
          db.merged("PORT", port.name(), line(port, from))
              .with("INTERFACE", port.name(), Map.of("vrf_name", port.vrf()))
              .with("INTERFACE", port.name() + "|" + port.address(), Map.of());
      if (port.neighbour().isPresent()) {
        db =
            db.with(
                "NEIGH",
                port.name() + "|" + port.neighbour().get().address(),
                Map.of("neigh", port.neighbour().get().mac(), "family", "IPv4"));
      }
      db = queues(db, port);
    }
    return db;
  }

  private Map<String, String> line(SwitchPlan.RoutedPort port, ConfigDb from) {
    Map<String, String> fields = new TreeMap<>();
    fields.put("speed", Long.toString(port.speedMbps()));
    fields.put("mtu", Integer.toString(port.mtu()));
    fields.put("admin_status", "up");
    int lanes = lanes(from, port.name());
    plan.line().fec(port.speedMbps(), lanes).ifPresent(fec -> fields.put("fec", fec));
    plan.line().autonegField().ifPresent(autoneg -> fields.put("autoneg", autoneg));
    return fields;
  }

  /** Returns how many lanes a port has; 0: it does not say. */
  static int lanes(ConfigDb db, String port) {
    return db.field("PORT", port, "lanes").map(text -> text.split(",", -1).length).orElse(0);
  }

  private ConfigDb queues(ConfigDb db, SwitchPlan.RoutedPort port) {
    SwitchPlan.QosPlan qos = plan.qos();
    Map<String, String> unbounded = unbounded(db, port.queue());
    String lossy =
        LOSSY + Optional.ofNullable(unbounded.get("static_th")).map(th -> "_" + th).orElse("");
    String name = port.name() + "|";
    ConfigDb with =
        shaped(db, port)
            .with("BUFFER_PROFILE", lossy, unbounded)
            // No pfc_enable but that of pauses: no other priority of the port pauses or is paused.
            .with("PORT_QOS_MAP", port.name(), maps(port))
            .with("QUEUE", name + qos.otherQueue(), Map.of("scheduler", DATA))
            .with("QUEUE", name + qos.controlQueue(), Map.of("scheduler", CONTROL))
            .with("BUFFER_QUEUE", name + qos.otherQueue(), Map.of("profile", lossy))
            .with("BUFFER_QUEUE", name + qos.controlQueue(), Map.of("profile", lossy));
    for (int i = 0; i < qos.data().size(); i++) {
      with = dataQueue(with, port, qos.data().get(i), port.queues().get(i));
    }
    List<String> numbers =
        qos.data().stream().map(queue -> Integer.toString(queue.number())).toList();
    return port.pauses().isEmpty()
        ? with
        : PauseTables.with(with, port.name(), port.pauses().get(), numbers);
  }

  private ConfigDb dataQueue(
      ConfigDb db,
      SwitchPlan.RoutedPort port,
      SwitchPlan.QosPlan.DataQueue queue,
      SwitchPlan.RoutedPort.QueueBytes bytes) {
    SwitchPlan.QosPlan qos = plan.qos();
    String rate = "_" + port.speedMbps() / MBPS_PER_GBPS + "G";
    String sized = rate + "_" + bytes.size();
    // Of two ports of one rate the one to a host may mark nothing (queue.last-hop-marks).
    String marks = bytes.kmin() < bytes.size() ? "" : "_NEVER";
    String red = OWN + "_RED" + (bytes.equals(port.queue()) ? rate : sized) + marks;
    // SONiC lets a profile come and go but not change, so another size is another profile.
    boolean pauses = port.pauses().isPresent();
    String buffer =
        OWN
            + (pauses ? "_LOSSLESS" : qos.trim().isPresent() ? "_TRIM" : "_DROP")
            + qos.shared()
                .map(part ->
                    "_SHARED_%d_%d".formatted(queue.exponent().orElseThrow(), part.reservedBytes()))
                .orElse(pauses ? "" : sized);
    String name = port.name() + "|" + queue.number();
    return db.with("WRED_PROFILE", red, red(bytes))
        .with("BUFFER_PROFILE", buffer, pauses ? PauseTables.lossless(db) : bounded(queue, bytes))
        .with("QUEUE", name, Map.of("scheduler", scheduler(queue), "wred_profile", red))
        .with("BUFFER_QUEUE", name, Map.of("profile", buffer));
  }

  private Map<String, String> bounded(
      SwitchPlan.QosPlan.DataQueue queue, SwitchPlan.RoutedPort.QueueBytes bytes) {
    SwitchPlan.QosPlan qos = plan.qos();
    Map<String, String> bounded = new TreeMap<>();
    bounded.put("pool", qos.pool());
    bounded.put("size", Long.toString(qos.shared().map(Shared::reservedBytes).orElse(0L)));
    queue
        .exponent()
        .ifPresentOrElse(
            exponent -> bounded.put("dynamic_th", Integer.toString(exponent)),
            () -> bounded.put("static_th", Long.toString(bytes.size())));
    if (qos.trim().isPresent()) {
      bounded.put("packet_discard_action", "trim");
    }
    return bounded;
  }

  private static String scheduler(SwitchPlan.QosPlan.DataQueue queue) {
    return switch (queue.weight()) {
      case QueueConfig.STRICT -> CONTROL;
      case 1 -> DATA;
      default -> DATA + "_" + queue.weight();
    };
  }

  /**
   * The scheduler that slows a port down. SONiC's unit is bytes a second (sonic-buildimage
   * 086b03bd, sonic-yang-models/yang-models/sonic-scheduler.yang, leaf pir, which some releases
   * allow with a cir only).
   */
  private static ConfigDb shaped(ConfigDb db, SwitchPlan.RoutedPort port) {
    if (port.shapedBps().isEmpty()) {
      return db;
    }
    String rate = Long.toString(port.shapedBps().getAsLong() / Byte.SIZE);
    return db.with(
        "SCHEDULER", shaper(port), Map.of("meter_type", "bytes", "cir", rate, "pir", rate));
  }

  private static String shaper(SwitchPlan.RoutedPort port) {
    return OWN + "_PORT_" + port.shapedBps().orElseThrow();
  }

  private static Map<String, String> maps(SwitchPlan.RoutedPort port) {
    Map<String, String> maps = new TreeMap<>();
    maps.put("dscp_to_tc_map", OWN);
    maps.put("tc_to_queue_map", OWN);
    if (port.shapedBps().isPresent()) {
      maps.put("scheduler", shaper(port));
    }
    return maps;
  }

  private static Map<String, String> red(SwitchPlan.RoutedPort.QueueBytes queue) {
    return Map.of(
        "ecn", "ecn_all",
        "wred_green_enable", "true",
        "green_min_threshold", Long.toString(queue.kmin()),
        "green_max_threshold", Long.toString(queue.kmax()),
        "green_drop_probability", Long.toString(Math.max(1, Math.round(PERCENT * queue.pmax()))));
  }

  /**
   * Returns a size as large as the pool lets a queue have; pools say by their mode how that is
   * written.
   */
  private Map<String, String> unbounded(ConfigDb db, SwitchPlan.RoutedPort.QueueBytes queue) {
    String pool = plan.qos().pool();
    return db.field("BUFFER_POOL", pool, "mode").filter("static"::equals).isPresent()
        ? Map.of("pool", pool, "size", "0", "static_th", Long.toString(2 * queue.size()))
        : Map.of("pool", pool, "size", "0", "dynamic_th", "3");
  }

  private ConfigDb classes(ConfigDb db) {
    SwitchPlan.QosPlan qos = plan.qos();
    Map<String, String> classOf = new TreeMap<>();
    Map<String, String> queueOf = new TreeMap<>();
    Map<String, String> groupOf = new TreeMap<>();
    for (int dscp = 0; dscp < DSCPS; dscp++) {
      String queue = Integer.toString(qos.queueOf(dscp));
      classOf.put(Integer.toString(dscp), queue);
      queueOf.put(queue, queue);
    }
    ConfigDb with = db;
    for (SwitchPlan.QosPlan.DataQueue queue : qos.data()) {
      String number = Integer.toString(queue.number());
      groupOf.put(number, number);
      Map<String, String> dwrr = Map.of("type", "DWRR", "weight", Integer.toString(queue.weight()));
      with =
          queue.weight() == QueueConfig.STRICT
              ? with
              : with.with("SCHEDULER", scheduler(queue), dwrr);
    }
    if (!plan.pausingGroups().isEmpty()) {
      with =
          with.with("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", OWN, groupOf)
              .with("MAP_PFC_PRIORITY_TO_QUEUE", OWN, queueOf);
      queueOf.keySet().forEach(queue -> groupOf.putIfAbsent(queue, "0"));
      with = with.with("TC_TO_PRIORITY_GROUP_MAP", OWN, groupOf);
    }
    return with.with("DSCP_TO_TC_MAP", OWN, classOf)
        .with("TC_TO_QUEUE_MAP", OWN, queueOf)
        .with("SCHEDULER", DATA, Map.of("type", "DWRR", "weight", "1"))
        .with("SCHEDULER", CONTROL, Map.of("type", "STRICT"));
  }

  private ConfigDb trimming(ConfigDb db) {
    SwitchPlan.QosPlan qos = plan.qos();
    if (qos.trim().isEmpty()) {
      return db;
    }
    ConfigDb with = qos.trim().get().notFrom().map(sources -> untrimmed(db, sources)).orElse(db);
    return with.with(
            TRIMMING,
            "GLOBAL",
            Map.of(
                "size", Integer.toString(qos.trim().get().bytes()),
                "dscp_value", Integer.toString(qos.dscp().trimmed()),
                "queue_index", Integer.toString(qos.controlQueue())))
        .merged(
            COUNTERS, "SWITCH", Map.of("FLEX_COUNTER_STATUS", "enable", "POLL_INTERVAL", "60000"));
  }

  /** The rule of SONiC's design of trimming, 2.6.4, with the names of sonic-acl.yang. */
  private ConfigDb untrimmed(ConfigDb db, Ipv4Prefix sources) {
    ObjectNode type = JsonNodeFactory.instance.objectNode();
    type.putArray("MATCHES").add("SRC_IP");
    type.putArray("ACTIONS").add("DISABLE_TRIM_ACTION");
    type.putArray("BIND_POINTS").add("PORT");
    ObjectNode table = JsonNodeFactory.instance.objectNode();
    table.put("type", OWN).put("stage", "INGRESS");
    ArrayNode ports = table.putArray("ports");
    plan.ports().stream().map(SwitchPlan.RoutedPort::name).sorted().forEach(ports::add);
    return db.with("ACL_TABLE_TYPE", OWN, type)
        .with("ACL_TABLE", OWN, table)
        .with(
            "ACL_RULE",
            OWN + "|NO_TRIM",
            Map.of(
                "PRIORITY", "999", "SRC_IP", sources.toString(), "PACKET_ACTION", "DISABLE_TRIM"));
  }
}
