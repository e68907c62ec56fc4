package io.smartt.testbed.sonic;

import module java.base;

import io.smartt.softswitch.TrafficManager.PauseThresholds;

/**
 * The objects by which a port has its peer pause data (802.1Qbb). Each queue of data has the
 * priority and the priority group of its number; other traffic is in group 0 and never pauses.
 */
final class PauseTables {
  static final String GROUPS = "BUFFER_PG";

  /** Pools of SONiC's templates; buffermgrd knows the first by this name. */
  static final String INGRESS = "ingress_lossless_pool";

  static final String EGRESS = "egress_lossless_pool";
  private static final String CABLES = "CABLE_LENGTH";

  private PauseTables() {}

  /** Returns the database with the pauses of a port, whose maps are the plan's. */
  static ConfigDb with(ConfigDb db, String port, PauseThresholds pause, List<String> queues) {
    String own = ConfigPlanner.OWN;
    String profile =
        "%s_PFC_%x_%x_%x"
            .formatted(own, pause.xoffBytes(), pause.xonBytes(), pause.headroomBytes());
    Map<String, String> sizes =
        Map.of(
            "pool", INGRESS,
            "size", "0",
            "static_th", Long.toString(pause.xoffBytes()),
            "xon", Long.toString(pause.xonBytes()),
            "xoff", Long.toString(pause.headroomBytes()));
    ConfigDb with = db.with("BUFFER_PROFILE", profile, sizes);
    for (String cables : db.keys(CABLES)) {
      // Of another length buffermgrd gives the groups profiles of its own (sonic-swss 029506c5,
      // cfgmgr/buffermgr.cpp, doSpeedUpdateTask).
      if (db.field(CABLES, cables, port).isPresent()) {
        with = with.merged(CABLES, cables, Map.of(port, "0m"));
      }
    }
    for (String queue : queues) {
      with = with.with(GROUPS, port + "|" + queue, Map.of("profile", profile));
    }
    Map<String, String> maps =
        Map.of(
            "tc_to_pg_map", own,
            "pfc_to_pg_map", own,
            "pfc_to_queue_map", own,
            "pfc_enable", String.join(",", queues));
    return with.merged("PORT_QOS_MAP", port, maps);
  }

  /** Returns the size of a data queue that drops nothing: what it holds is bounded at ingress. */
  static Map<String, String> lossless(ConfigDb db) {
    boolean fixed = db.field("BUFFER_POOL", EGRESS, "mode").filter("static"::equals).isPresent();
    String size = db.field("BUFFER_POOL", EGRESS, "size").orElse("");
    return Map.of(
        "pool", EGRESS, "size", "0", fixed ? "static_th" : "dynamic_th", fixed ? size : "7");
  }
}
