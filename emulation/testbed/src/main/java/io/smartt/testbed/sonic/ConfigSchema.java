package io.smartt.testbed.sonic;

import static io.smartt.testbed.sonic.ConfigSchema.TableRule.FieldRule.matching;
import static io.smartt.testbed.sonic.ConfigSchema.TableRule.FieldRule.oneOf;
import static io.smartt.testbed.sonic.ConfigSchema.TableRule.FieldRule.text;
import static io.smartt.testbed.sonic.ConfigSchema.TableRule.FieldRule.whole;
import static io.smartt.testbed.sonic.ConfigSchema.TableRule.keyed;

import module java.base;

import io.smartt.testbed.sonic.SwitchPlan.QosPlan.Shared;

/**
 * The tables of CONFIG_DB that an experiment touches, with every key and field that they take,
 * after the YANG models of sonic-buildimage (sonic-port, sonic-vrf, sonic-interface,
 * sonic-dscp-tc-map, sonic-tc-queue-map, sonic-port-qos-map, sonic-scheduler, sonic-wred-profile,
 * sonic-queue, sonic-buffer-*, sonic-trimming, sonic-acl and others).
 */
final class ConfigSchema {
  private static final long MOST = 4_294_967_295L;
  private static final TableRule.FieldRule PORT = matching("Ethernet\\d{1,3}");
  private static final TableRule.FieldRule NAME = matching("[A-Za-z0-9_.-]{1,32}");
  private static final TableRule.FieldRule VRF_NAME = matching("Vrf[a-zA-Z0-9_-]{1,12}|default");
  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
  private static final String IPV4 = OCTET + "(\\." + OCTET + "){3}";
  private static final TableRule.FieldRule ADDRESS = matching(IPV4);
  private static final TableRule.FieldRule PREFIX = matching(IPV4 + "/(3[0-2]|[12]?\\d)");
  private static final TableRule.FieldRule MAC = matching("([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}");
  private static final TableRule.FieldRule QUEUES = matching("\\d(-\\d)?");
  private static final TableRule.FieldRule DSCP = whole(0, 63);
  private static final TableRule.FieldRule CLASS = whole(0, 15);
  private static final TableRule.FieldRule BYTES = whole(0, MOST);
  private static final TableRule.FieldRule FLAG = oneOf("true", "false");
  private static final TableRule.FieldRule FLAGS = matching("(true|false)(,(true|false))*");
  private static final TableRule.FieldRule PRIORITY = whole(0, 7);
  private static final TableRule.FieldRule PRIORITIES = matching("([0-7](,[0-7])*)?");
  private static final TableRule.FieldRule UP_DOWN = oneOf("up", "down");

  private static final Map<String, TableRule> TABLES =
      Map.ofEntries(
          Map.entry("PORT", port()),
          Map.entry(
              "VRF", keyed(VRF_NAME).field("fallback", FLAG).field("vni", whole(0, 16_777_215))),
          Map.entry("INTERFACE", interfaces()),
          Map.entry(
              "NEIGH",
              keyed(PORT, ADDRESS)
                  .field("neigh", MAC)
                  .field("family", oneOf("IPv4", "IPV4", "IPv6", "IPV6"))),
          Map.entry("STATIC_ROUTE", staticRoute()),
          Map.entry("DSCP_TO_TC_MAP", keyed(NAME).map(DSCP, CLASS)),
          Map.entry("TC_TO_QUEUE_MAP", keyed(NAME).map(CLASS, whole(0, 9))),
          Map.entry("TC_TO_DSCP_MAP", keyed(NAME).map(CLASS, DSCP)),
          Map.entry("PORT_QOS_MAP", portQosMap()),
          Map.entry("SCHEDULER", scheduler()),
          Map.entry("WRED_PROFILE", wredProfile()),
          Map.entry(
              "QUEUE",
              keyed(PORT, QUEUES)
                  .reference("scheduler", "SCHEDULER")
                  .reference("wred_profile", "WRED_PROFILE")),
          Map.entry("BUFFER_POOL", bufferPool()),
          Map.entry("BUFFER_PROFILE", bufferProfile()),
          Map.entry("BUFFER_QUEUE", keyed(PORT, QUEUES).reference("profile", "BUFFER_PROFILE")),
          Map.entry(
              "BUFFER_PG",
              keyed(PORT, matching("[0-7](-[0-7])?")).reference("profile", "BUFFER_PROFILE")),
          Map.entry("TC_TO_PRIORITY_GROUP_MAP", keyed(NAME).map(CLASS, PRIORITY)),
          Map.entry("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", keyed(NAME).map(PRIORITY, PRIORITY)),
          Map.entry("MAP_PFC_PRIORITY_TO_QUEUE", keyed(NAME).map(PRIORITY, PRIORITY)),
          Map.entry("CABLE_LENGTH", keyed(NAME).map(PORT, matching("\\d+m|None"))),
          Map.entry("SWITCH_TRIMMING", switchTrimming()),
          Map.entry("ACL_TABLE", keyed(NAME).map(text(), text()).require("type")),
          Map.entry("ACL_RULE", aclRule()),
          Map.entry(
              "FLEX_COUNTER_TABLE",
              keyed(NAME)
                  .field("FLEX_COUNTER_STATUS", oneOf("enable", "disable"))
                  .field("POLL_INTERVAL", whole(100, 4_294_967))
                  .field("FLEX_COUNTER_DELAY_STATUS", FLAG)
                  .field("BULK_CHUNK_SIZE", BYTES)
                  .field("BULK_CHUNK_SIZE_PER_PREFIX", text())));

  private ConfigSchema() {}

  private static TableRule port() {
    return keyed(PORT)
        .field("lanes", matching("\\d+(,\\d+)*"))
        .field("speed", matching("[1-9]\\d{2,6}"))
        .field("mtu", whole(68, 9216))
        .field("admin_status", UP_DOWN)
        .field("fec", oneOf("rs", "fc", "none", "auto"))
        .fields(oneOf("on", "off"), "autoneg", "pfc_asym", "link_training")
        .fields(text(), "alias", "description", "tpid", "role")
        .fields(text(), "adv_speeds", "interface_type", "adv_interface_types")
        .field("index", whole(0, 65_535))
        .field("subport", whole(0, 8))
        .field("dom_polling", oneOf("enabled", "disabled"))
        .field("mode", oneOf("routed", "access", "trunk"));
  }

  private static TableRule interfaces() {
    return keyed(PORT)
        .orKeyed(PORT, PREFIX)
        .reference("vrf_name", "VRF")
        .field("mac_addr", MAC)
        .field("ipv6_use_link_local_only", oneOf("enable", "disable"))
        .field("proxy_arp", oneOf("enabled", "disabled"))
        .field("nat_zone", whole(0, 3))
        .field("mpls", oneOf("enable", "disable"))
        .field("scope", oneOf("global", "local"))
        .field("family", oneOf("IPv4", "IPv6"));
  }

  private static TableRule staticRoute() {
    String words = "[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*";
    return keyed(VRF_NAME, PREFIX)
        .orKeyed(PREFIX)
        .field("nexthop", matching(IPV4 + "(," + IPV4 + ")*"))
        .fields(matching(words), "ifname", "nexthop-vrf")
        .field("distance", matching("\\d{1,3}(,\\d{1,3})*"))
        .fields(FLAGS, "blackhole", "advertise", "bfd");
  }

  private static TableRule portQosMap() {
    return keyed(PORT)
        .orKeyed(oneOf("global"))
        .reference("dscp_to_tc_map", "DSCP_TO_TC_MAP")
        .reference("tc_to_queue_map", "TC_TO_QUEUE_MAP")
        .reference("tc_to_dscp_map", "TC_TO_DSCP_MAP")
        .reference("scheduler", "SCHEDULER")
        .reference("tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP")
        .reference("pfc_to_queue_map", "MAP_PFC_PRIORITY_TO_QUEUE")
        .reference("pfc_to_pg_map", "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP")
        .field("dot1p_to_tc_map", text())
        .fields(PRIORITIES, "pfc_enable", "pfcwd_sw_enable");
  }

  private static TableRule scheduler() {
    return keyed(NAME)
        .field("type", oneOf("DWRR", "WRR", "STRICT"))
        .field("weight", whole(1, 100))
        .field("priority", whole(0, 9))
        .field("meter_type", oneOf("packets", "bytes"))
        .fields(BYTES, "cir", "pir", "cbs", "pbs");
  }

  private static TableRule wredProfile() {
    TableRule rule =
        keyed(NAME)
            .field(
                "ecn",
                oneOf(
                    "ecn_none", "ecn_green",
                    "ecn_yellow", "ecn_red",
                    "ecn_green_yellow", "ecn_green_red",
                    "ecn_yellow_red", "ecn_all"));
    for (String colour : new String[] {"green", "yellow", "red"}) {
      rule =
          rule.field("wred_" + colour + "_enable", FLAG)
              .fields(BYTES, colour + "_min_threshold", colour + "_max_threshold")
              .field(colour + "_drop_probability", whole(0, 100));
    }
    return rule;
  }

  private static TableRule bufferPool() {
    return keyed(NAME)
        .field("type", oneOf("ingress", "egress", "both"))
        .field("mode", oneOf("static", "dynamic"))
        .fields(BYTES, "size", "xoff")
        .field("percentage", whole(1, 100))
        .require("type", "mode");
  }

  private static TableRule bufferProfile() {
    return keyed(NAME)
        .reference("pool", "BUFFER_POOL")
        .fields(BYTES, "size", "static_th", "xon", "xon_offset", "xoff")
        .field("dynamic_th", whole(Shared.LEAST, Shared.MOST))
        .field("headroom_type", text())
        .field("packet_discard_action", oneOf("drop", "trim"))
        .require("pool", "size");
  }

  private static TableRule switchTrimming() {
    return keyed(oneOf("GLOBAL"))
        .field("size", whole(1, MOST))
        .field("dscp_value", DSCP.or(oneOf("from-tc")))
        .field("tc_value", whole(0, 255))
        .field("queue_index", whole(0, 255).or(oneOf("dynamic")));
  }

  /** Fields that no experiment writes may hold anything. */
  private static TableRule aclRule() {
    return keyed(NAME, text())
        .map(text(), text())
        .field("PACKET_ACTION", matching("DROP|ACCEPT|FORWARD|REDIRECT|DO_NOT_NAT|DISABLE_TRIM"))
        .field("PRIORITY", whole(0, 999_999))
        .field("SRC_IP", PREFIX)
        .require("PRIORITY");
  }

  static Optional<TableRule> table(String name) {
    return Optional.ofNullable(TABLES.get(name));
  }

  /**
   * The rule that a table's objects follow.
   *
   * @param keys the forms that a key may have: rules of the parts between {@code |}
   * @param fields by name
   * @param numbered where other fields are many, such as numbers: rules of name and value
   * @param references by field, the table whose keys it names
   * @param required fields that an object must have
   */
  record TableRule(
      List<List<FieldRule>> keys,
      Map<String, FieldRule> fields,
      Optional<Numbered> numbered,
      Map<String, String> references,
      List<String> required) {

    /** Rules of a map's names and values. */
    record Numbered(FieldRule name, FieldRule value) {}

    static TableRule keyed(FieldRule... parts) {
      return new TableRule(
          List.of(List.of(parts)), Map.of(), Optional.empty(), Map.of(), List.of());
    }

    TableRule orKeyed(FieldRule... parts) {
      List<List<FieldRule>> more = new ArrayList<>(keys);
      more.add(List.of(parts));
      return new TableRule(List.copyOf(more), fields, numbered, references, required);
    }

    TableRule field(String name, FieldRule rule) {
      return fields(rule, name);
    }

    TableRule fields(FieldRule rule, String... names) {
      Map<String, FieldRule> more = new LinkedHashMap<>(fields);
      Stream.of(names).forEach(name -> more.put(name, rule));
      return new TableRule(keys, more, numbered, references, required);
    }

    TableRule reference(String name, String table) {
      Map<String, String> more = new LinkedHashMap<>(references);
      more.put(name, table);
      return new TableRule(keys, field(name, FieldRule.text()).fields, numbered, more, required);
    }

    TableRule map(FieldRule name, FieldRule value) {
      return new TableRule(
          keys, fields, Optional.of(new Numbered(name, value)), references, required);
    }

    TableRule require(String... names) {
      return new TableRule(keys, fields, numbered, references, List.of(names));
    }

    /**
     * Rule for a field or a part of a key, after SONiC's YANG models.
     *
     * @param accepted in words, for errors
     */
    record FieldRule(Predicate<String> test, String accepted) {
      private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

      static FieldRule text() {
        return new FieldRule(text -> true, "any text");
      }

      static FieldRule oneOf(String... words) {
        return new FieldRule(List.of(words)::contains, String.join(" | ", words));
      }

      static FieldRule whole(long least, long most) {
        return new FieldRule(
            text ->
                WHOLE.matcher(text).matches()
                    && Long.parseLong(text) >= least
                    && Long.parseLong(text) <= most,
            least + ".." + most);
      }

      static FieldRule matching(String regex) {
        return new FieldRule(Pattern.compile(regex).asMatchPredicate(), "text like " + regex);
      }

      FieldRule or(FieldRule other) {
        return new FieldRule(test.or(other.test), accepted + " or " + other.accepted);
      }

      boolean accepts(String text) {
        return test.test(text);
      }
    }
  }
}
