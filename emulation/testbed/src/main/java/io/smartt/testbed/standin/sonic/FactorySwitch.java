package io.smartt.testbed.standin.sonic;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A Trident 4 switch as SONiC's templates leave it: 32 ports of 100 Gbps in a VLAN-free set-up. */
public final class FactorySwitch {
  /** STATE_DB of the switch. */
  public static final String STATE =
      """
      {"SWITCH_CAPABILITY": {"switch": {
        "SWITCH_TRIMMING_CAPABLE": "true",
        "SWITCH|PACKET_TRIMMING_DSCP_RESOLUTION_MODE": "DSCP_VALUE,FROM_TC",
        "SWITCH|PACKET_TRIMMING_QUEUE_RESOLUTION_MODE": "STATIC,DYNAMIC"}},
       "PORT_TABLE": {
         "Ethernet0": {"supported_speeds": "50000,100000"},
         "Ethernet1": {"supported_fecs": "none,rs"}}}
      """;

  private static final String ARISTA = "Arista-7050DX4-32S-O32";
  private static final int PORTS = 32;

  private FactorySwitch() {}

  /**
   * Returns the CONFIG_DB of an Arista switch that was made ready for the harness: who shows a
   * certificate of that name may write, and queues, marks and trims are counted every second.
   */
  public static String forHarness(String hostname, String mac) {
    ObjectNode db = configuration(hostname, ARISTA, mac);
    db.putObject("GNMI").putObject("gnmi").put("client_auth", "true").put("user_auth", "cert");
    db.putObject("GNMI_CLIENT_CERT")
        .putObject("harness")
        .putArray("role")
        .add("gnmi_config_db_readwrite");
    ObjectNode counters = db.putObject("FLEX_COUNTER_TABLE");
    for (String group : List.of("QUEUE", "WRED_ECN_QUEUE")) {
      counters.putObject(group).put("FLEX_COUNTER_STATUS", "enable").put("POLL_INTERVAL", "1000");
    }
    return db.toPrettyString();
  }

  /** Returns the CONFIG_DB of an Arista switch, which SONiC's field validators do not know. */
  public static String configDb(String hostname) {
    return configDb(hostname, ARISTA);
  }

  /** Returns the CONFIG_DB of a switch of some make. */
  public static String configDb(String hostname, String sku) {
    return configuration(hostname, sku, "02:11:22:33:44:55").toPrettyString();
  }

  private static ObjectNode configuration(String hostname, String sku, String mac) {
    ObjectNode db = JsonNodeFactory.instance.objectNode();
    db.putObject("DEVICE_METADATA")
        .putObject("localhost")
        .put("hostname", hostname)
        .put("hwsku", sku)
        .put("platform", "x86_64-arista_7050dx4_32s")
        .put("mac", mac);
    pool(db, "egress_lossy_pool", "egress", "dynamic");
    pool(db, "egress_lossless_pool", "egress", "static");
    pool(db, "ingress_lossless_pool", "ingress", "dynamic");
    profile(db, "egress_lossy_profile", "egress_lossy_pool", "1518", "3");
    profile(db, "ingress_lossy_profile", "ingress_lossless_pool", "0", "3");
    // What buffermgrd makes of the port's speed and the cable's length.
    profile(db, "pg_lossless_100000_5m_profile", "ingress_lossless_pool", "1248", "-3")
        .put("xon", "2288")
        .put("xoff", "268736");
    db.putObject("DSCP_TO_TC_MAP").putObject("AZURE").put("3", "3").put("0", "1");
    db.putObject("TC_TO_QUEUE_MAP").putObject("AZURE").put("0", "0").put("1", "1").put("3", "3");
    db.putObject("SCHEDULER").putObject("scheduler.0").put("type", "DWRR").put("weight", "14");
    db.putObject("WRED_PROFILE")
        .putObject("AZURE_LOSSLESS")
        .put("ecn", "ecn_all")
        .put("green_min_threshold", "1048576")
        .put("green_max_threshold", "2097152")
        .put("green_drop_probability", "5");
    for (int port = 0; port < PORTS; port++) {
      addPort(db, port);
    }
    db.putObject("SYSLOG_SERVER").putObject("192.0.2.9");
    return db;
  }

  private static void pool(ObjectNode db, String name, String type, String mode) {
    db.withObjectProperty("BUFFER_POOL")
        .putObject(name)
        .put("type", type)
        .put("mode", mode)
        .put("size", "67108864");
  }

  private static ObjectNode profile(
      ObjectNode db, String name, String pool, String size, String threshold) {
    return db.withObjectProperty("BUFFER_PROFILE")
        .putObject(name)
        .put("pool", pool)
        .put("size", size)
        .put("dynamic_th", threshold);
  }

  private static void addPort(ObjectNode db, int port) {
    String name = "Ethernet" + port;
    db.withObjectProperty("PORT")
        .putObject(name)
        .put("admin_status", port % 2 == 0 ? "up" : "down")
        .put("alias", "etp" + port)
        .put("index", Integer.toString(port / 8))
        .put("lanes", Integer.toString(65 + port))
        .put("mtu", "9100")
        .put("speed", "100000");
    db.withObjectProperty("INTERFACE").putObject(name);
    db.withObjectProperty("INTERFACE").putObject(name + "|10.200.0." + 2 * port + "/31");
    db.withObjectProperty("PORT_QOS_MAP")
        .putObject(name)
        .put("dscp_to_tc_map", "AZURE")
        .put("tc_to_queue_map", "AZURE")
        .put("pfc_enable", "3,4");
    db.withObjectProperty("QUEUE")
        .putObject(name + "|3")
        .put("scheduler", "scheduler.0")
        .put("wred_profile", "AZURE_LOSSLESS");
    ObjectNode groups = db.withObjectProperty("BUFFER_PG");
    groups.putObject(name + "|0").put("profile", "ingress_lossy_profile");
    groups.putObject(name + "|3-4").put("profile", "pg_lossless_100000_5m_profile");
    db.withObjectProperty("CABLE_LENGTH").withObjectProperty("AZURE").put(name, "5m");
    db.withObjectProperty("BUFFER_QUEUE")
        .putObject(name + "|0-2")
        .put("profile", "egress_lossy_profile");
  }
}
