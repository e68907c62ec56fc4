package io.smartt.testbed.sonic;

import module java.base;

/**
 * Works out the stages from one state of CONFIG_DB to another. There and back are the same with the
 * states exchanged, and what is left of a change that was interrupted is the stages from what the
 * switch holds. Nothing here talks to a switch.
 */
public final class Stages {
  private static final String PORT = "PORT";
  private static final String INTERFACE = "INTERFACE";
  private static final String NEIGH = "NEIGH";
  private static final String ADMIN = "admin_status";
  private static final String DOWN = "down";
  private static final Set<String> REACH = Set.of(NEIGH, "STATIC_ROUTE");

  /** Tables of queues, whose keys begin with a port. The patch sorter wants it down for most. */
  private static final Set<String> QUEUES =
      Set.of("QUEUE", "BUFFER_QUEUE", "BUFFER_PG", "PORT_QOS_MAP", "PFC_WD");

  /** Objects that SONiC's validators let come and go, but not change. */
  private static final String RENEWED = "BUFFER_PROFILE";

  private final ConfigDb now;
  private final ConfigDb target;
  private final LiveState live;

  /** Profiles that go and come again, so that what uses them does. */
  private final Set<String> renewed;

  /** Ports whose interfaces go and come again, with their addresses. */
  private final Set<String> rebound;

  /** Ports that are down meanwhile. */
  private final Set<String> worked;

  private Stages(ConfigDb now, ConfigDb target, LiveState live) {
    this.now = now;
    this.target = target;
    this.live = live;
    renewed =
        target.keys(RENEWED).stream()
            .filter(key -> now.object(RENEWED, key).isPresent() && differs(RENEWED, key))
            .collect(Collectors.toSet());
    rebound = now.keys(INTERFACE).stream().filter(this::isRebound).collect(Collectors.toSet());
    worked = new TreeSet<>(rebound);
    target.keys(PORT).stream().filter(this::isWorked).forEach(worked::add);
  }

  /**
   * The stages, without those that change nothing.
   *
   * @param live what the switch made of {@code now}: an interface that it did not bind is bound
   *     again, a neighbour that it lost is added again
   */
  public static List<Stage> between(ConfigDb now, ConfigDb target, LiveState live) {
    return new Stages(now, target, live).all();
  }

  private List<Stage> all() {
    List<Stage> stages = new ArrayList<>();
    ConfigDb at = now;
    for (Stage.StageKind kind : Stage.StageKind.values()) {
      ConfigDb next = next(kind, at);
      if (!next.equals(at)) {
        stages.add(Stage.between(kind, at, next));
      }
      at = next;
    }
    return stages;
  }

  private ConfigDb next(Stage.StageKind kind, ConfigDb at) {
    return switch (kind) {
      case NEIGHBOURS_OFF -> off(at, REACH, this::isReached);
      case PORTS_DOWN -> portsDown(at);
      case ADDRESSES_OFF ->
          off(
              at,
              Set.of(INTERFACE),
              (table, key) ->
                  key.contains("|") && (rebound.contains(port(key)) || differs(table, key)));
      case INTERFACES_OFF ->
          off(at, Set.of(INTERFACE), (_, key) -> !key.contains("|") && rebound.contains(key));
      case QUEUES_OFF -> off(at, QUEUES, this::isRequeued);
      case MAPS_OFF ->
          off(
              at,
              others(at),
              (table, key) -> target.object(table, key).isEmpty() || isRenewed(table, key));
      case MAPS_ON -> on(at, others(target), (_, _) -> true);
      case QUEUES_ON -> on(at, QUEUES, (_, _) -> true);
      case INTERFACES_ON -> on(ports(at), Set.of(INTERFACE), (_, key) -> !key.contains("|"));
      case ADDRESSES_ON -> on(at, Set.of(INTERFACE, PORT), (_, _) -> true);
      case NEIGHBOURS_ON -> on(at, REACH, (_, _) -> true);
    };
  }

  private static ConfigDb off(
      ConfigDb from, Set<String> tables, BiPredicate<String, String> unwanted) {
    ConfigDb db = from;
    for (String table : tables) {
      for (String key : from.keys(table)) {
        db = unwanted.test(table, key) ? db.without(table, key) : db;
      }
    }
    return db;
  }

  private ConfigDb on(ConfigDb from, Set<String> tables, BiPredicate<String, String> wanted) {
    ConfigDb db = from;
    for (String table : tables) {
      for (String key : target.keys(table)) {
        if (wanted.test(table, key) && differs(from, table, key)) {
          db = db.with(table, key, target.object(table, key).orElseThrow());
        }
      }
    }
    return db;
  }

  private ConfigDb portsDown(ConfigDb from) {
    ConfigDb db = from;
    for (String port : worked) {
      if (from.field(PORT, port, ADMIN).filter("up"::equals).isPresent()) {
        db = db.merged(PORT, port, Map.of(ADMIN, DOWN));
      }
    }
    return db;
  }

  /** Everything of the ports but whether they are up. */
  private ConfigDb ports(ConfigDb from) {
    ConfigDb db = from;
    for (String port : target.keys(PORT)) {
      ConfigDb next = db.with(PORT, port, target.object(PORT, port).orElseThrow());
      db =
          from.field(PORT, port, ADMIN)
              .map(status -> next.merged(PORT, port, Map.of(ADMIN, status)))
              .orElseGet(() -> next.withoutField(PORT, port, ADMIN));
    }
    return db;
  }

  /** Tables of no port: profiles, maps, VRFs and settings of the switch. */
  private static Set<String> others(ConfigDb db) {
    return db.tables().stream()
        .filter(table -> !QUEUES.contains(table) && !REACH.contains(table))
        .filter(table -> !table.equals(PORT) && !table.equals(INTERFACE))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private boolean isReached(String table, String key) {
    return differs(table, key)
        || (table.equals(NEIGH) && (worked.contains(port(key)) || !live.isLearnt(key)));
  }

  private boolean isRequeued(String table, String key) {
    return differs(table, key)
        || now.object(table, key).stream()
            .flatMap(fields -> fields.properties().stream())
            .anyMatch(field -> renewed.contains(field.getValue().asText()));
  }

  private boolean isRenewed(String table, String key) {
    return table.equals(RENEWED) && renewed.contains(key);
  }

  private boolean isRebound(String key) {
    return !key.contains("|")
        && (differs(INTERFACE, key)
            || !live.isBound(key, now.field(INTERFACE, key, "vrf_name").orElse("")));
  }

  private boolean isWorked(String port) {
    return isRespeeded(port)
        || touches(port, INTERFACE, this::differs)
        || QUEUES.stream().anyMatch(table -> touches(port, table, this::isRequeued));
  }

  private boolean isRespeeded(String port) {
    return now.object(PORT, port).isPresent()
        && !now.withoutField(PORT, port, ADMIN)
            .object(PORT, port)
            .equals(target.withoutField(PORT, port, ADMIN).object(PORT, port));
  }

  private boolean touches(String port, String table, BiPredicate<String, String> changed) {
    Map<String, String> keys = new TreeMap<>();
    now.keys(table).forEach(key -> keys.put(key, table));
    target.keys(table).forEach(key -> keys.put(key, table));
    return keys.keySet().stream()
        .anyMatch(key -> port(key).equals(port) && changed.test(table, key));
  }

  private boolean differs(String table, String key) {
    return differs(now, table, key);
  }

  private boolean differs(ConfigDb from, String table, String key) {
    return !from.object(table, key).equals(target.object(table, key));
  }

  private static String port(String key) {
    return key.split("\\|", -1)[0];
  }
}
