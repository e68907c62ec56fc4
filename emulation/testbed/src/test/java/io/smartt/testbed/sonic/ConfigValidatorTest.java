package io.smartt.testbed.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link ConfigValidator}: a line for each rule of the schema. */
class ConfigValidatorTest {
  /** What the objects under test may refer to. */
  private static final String AROUND =
      """
      {"PORT": {"Ethernet0": {}},
       "VRF": {"Vrf_a": {}},
       "DSCP_TO_TC_MAP": {"M": {"10": "0"}},
       "TC_TO_QUEUE_MAP": {"M": {"0": "0"}},
       "SCHEDULER": {"S": {"type": "STRICT"}},
       "ACL_TABLE": {"A": {"type": "L3"}},
       "WRED_PROFILE": {"W": {"ecn": "ecn_all"}},
       "BUFFER_POOL": {"P": {"type": "egress", "mode": "dynamic"}},
       "BUFFER_PROFILE": {"B": {"pool": "P", "size": "0"}}}
      """;

  private static ConfigDb with(String table, String key, String json) {
    ConfigDb object =
        ConfigDb.parse("test", "{\"" + table + "\": {\"" + key + "\": " + json + "}}");
    return ConfigDb.parse("around", AROUND)
        .with(table, key, object.object(table, key).orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "PORT; Ethernet0; {'speed': '50000', 'mtu': '9100', 'admin_status': 'up', 'fec': 'rs'}",
        "VRF; Vrf_leaf-1; {'fallback': 'false', 'vni': '100'}",
        "INTERFACE; Ethernet0; {'vrf_name': 'Vrf_a'}",
        "INTERFACE; Ethernet0|10.0.0.0/31; {}",
        "INTERFACE; Ethernet0|10.0.0.0/31; {'NULL': 'NULL'}",
        "NEIGH; Ethernet0|10.0.0.1; {'neigh': '02:00:00:00:00:01', 'family': 'IPv4'}",
        "STATIC_ROUTE; Vrf_a|10.0.0.1/32; {'nexthop': '1.2.3.4,1.2.3.5', 'ifname':"
            + " 'Ethernet0,Ethernet1'}",
        "DSCP_TO_TC_MAP; UEC; {'0': '1', '63': '7'}",
        "TC_TO_QUEUE_MAP; UEC; {'0': '0', '7': '9'}",
        "TC_TO_DSCP_MAP; UEC; {'6': '48'}",
        "PORT_QOS_MAP; Ethernet0; {'dscp_to_tc_map': 'M', 'tc_to_queue_map': 'M', 'pfc_enable':"
            + " ''}",
        "PORT_QOS_MAP; Ethernet0; {'pfc_enable': '3,4'}",
        "SCHEDULER; UEC; {'type': 'DWRR', 'weight': '100', 'cir': '10', 'pir': '10'}",
        "WRED_PROFILE; UEC; {'green_min_threshold': '5', 'green_max_threshold': '5'}",
        "QUEUE; Ethernet0|0-2; {'scheduler': 'S', 'wred_profile': 'W'}",
        "BUFFER_PROFILE; UEC; {'pool': 'P', 'size': '0', 'dynamic_th': '-8'}",
        "BUFFER_PROFILE; UEC; {'pool': 'P', 'size': '0', 'packet_discard_action': 'trim'}",
        "BUFFER_QUEUE; Ethernet0|0; {'profile': 'B'}",
        "BUFFER_PG; Ethernet0|3-4; {'profile': 'B'}",
        "BUFFER_PG; Ethernet0|0; {'profile': 'NULL'}",
        "CABLE_LENGTH; AZURE; {'Ethernet0': '0m', 'Ethernet4': 'None'}",
        "TC_TO_PRIORITY_GROUP_MAP; UEC; {'15': '7'}",
        "SWITCH_TRIMMING; GLOBAL; {'size': '206', 'dscp_value': '48', 'queue_index': 'dynamic'}",
        "SWITCH_TRIMMING; GLOBAL; {'dscp_value': 'from-tc', 'tc_value': '6'}",
        "FLEX_COUNTER_TABLE; SWITCH; {'FLEX_COUNTER_STATUS': 'enable', 'POLL_INTERVAL': '60000'}",
        "ACL_TABLE_TYPE; T; {'MATCHES': ['SRC_IP'], 'ACTIONS': ['DISABLE_TRIM_ACTION']}",
        "ACL_TABLE; T; {'type': 'L3', 'stage': 'ingress', 'ports': ['Ethernet0']}",
        "ACL_TABLE; SSH; {'type': 'CTRLPLANE', 'services': ['SSH'], 'policy_desc': 'x'}",
        "ACL_RULE; A|R; {'PRIORITY': '9', 'SRC_IP': '1.1.1.1/32', 'PACKET_ACTION':"
            + " 'DISABLE_TRIM'}",
        "ACL_RULE; A|R; {'PRIORITY': '9', 'L4_DST_PORT': '22', 'DSCP': '8'}",
        "SOME_TABLE_THAT_NOBODY_TOUCHES; x; {'y': 'z'}",
      })
  void takesWhatSonicTakes(String table, String key, String fields) {
    assertThat(new ConfigValidator(with(table, key, fields.replace('\'', '"'))).problems())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "PORT; Ethernet; {}; the key is not one",
        "ACL_TABLE; T; {'stage': 'EGRESS'}; field 'type' is missing",
        "ACL_RULE; B|R; {'PRIORITY': '9'}; there is no such ACL_TABLE",
        "ACL_RULE; A|R; {'PACKET_ACTION': 'DROP'}; field 'PRIORITY' is missing",
        "ACL_RULE; A|R; {'PRIORITY': '9', 'PACKET_ACTION': 'INVALID_VALUE'}; expected text like DROP",
        "ACL_RULE; A|R; {'PRIORITY': '9', 'SRC_IP': '1.1.1.1'}; SRC_IP is '1.1.1.1'",
        "PORT; Ethernet0; {'speed': '50G'}; speed is '50G'",
        "PORT; Ethernet0; {'mtu': '9217'}; mtu is '9217', expected 68..9216",
        "PORT; Ethernet0; {'admin_status': 'yes'}; expected up | down",
        "PORT; Ethernet0; {'sped': '1'}; unknown field 'sped', it has lanes, speed",
        "PORT; Ethernet0; {'lanes': '1-2'}; lanes is",
        "PORT; Ethernet0; {'fec': 'rs544'}; fec is",
        "PORT; Ethernet0; {'autoneg': 'true'}; autoneg is",
        "VRF; vrf1; {}; the key is not one",
        "VRF; Vrf_name_too_long; {}; the key is not one",
        "VRF; Vrf_x; {'fallback': 'yes'}; fallback is",
        "VRF; Vrf_x; {'vni': '16777216'}; vni is",
        "INTERFACE; Ethernet0; {'vrf_name': 'Vrf_b'}; vrf_name names VRF|Vrf_b, which is not there",
        "INTERFACE; Ethernet0|10.0.0.0/33; {}; the key is not one",
        "INTERFACE; Ethernet0|10.0.0.256/31; {}; the key is not one",
        "INTERFACE; Ethernet4; {}; there is no PORT|Ethernet4",
        "NEIGH; Ethernet0|10.0.0.1; {'neigh': '02:00'}; neigh is",
        "STATIC_ROUTE; Vrf_a|10.0.0.1/32; {'nexthop': '1.2.3'}; nexthop is",
        "STATIC_ROUTE; Vrf_a|10.0.0.1; {}; the key is not one",
        "DSCP_TO_TC_MAP; UEC; {'64': '0'}; field '64' is not one, expected 0..63",
        "DSCP_TO_TC_MAP; UEC; {'10': '16'}; 10 is '16', expected 0..15",
        "TC_TO_QUEUE_MAP; UEC; {'0': '10'}; 0 is '10', expected 0..9",
        "TC_TO_DSCP_MAP; UEC; {'6': '64'}; 6 is '64', expected 0..63",
        "PORT_QOS_MAP; Ethernet0; {'dscp_to_tc_map': 'N'}; names DSCP_TO_TC_MAP|N",
        "PORT_QOS_MAP; Ethernet0; {'tc_to_queue_map': 'N'}; names TC_TO_QUEUE_MAP|N",
        "PORT_QOS_MAP; Ethernet0; {'pfc_enable': '8'}; pfc_enable is '8'",
        "PORT_QOS_MAP; Ethernet0; {'pfc_enable': '3,'}; pfc_enable is '3,'",
        "SCHEDULER; UEC; {'type': 'SP'}; expected DWRR | WRR | STRICT",
        "SCHEDULER; UEC; {'weight': '0'}; expected 1..100",
        "SCHEDULER; UEC; {'priority': '10'}; expected 0..9",
        "SCHEDULER; UEC; {'meter_type': 'bits'}; expected packets | bytes",
        "SCHEDULER; UEC; {'pir': '10'}; pir needs cir",
        "SCHEDULER; UEC; {'cir': '20', 'pir': '10'}; pir needs cir",
        "WRED_PROFILE; UEC; {'ecn': 'all'}; ecn is 'all'",
        "WRED_PROFILE; UEC; {'wred_green_enable': 'on'}; expected true | false",
        "WRED_PROFILE; UEC; {'green_drop_probability': '101'}; expected 0..100",
        "WRED_PROFILE; UEC; {'green_min_threshold': '6', 'green_max_threshold': '5'}; is above",
        "QUEUE; Ethernet0|10; {}; the key is not one",
        "QUEUE; Ethernet0|0; {'scheduler': 'T'}; names SCHEDULER|T",
        "QUEUE; Ethernet0|0; {'wred_profile': 'T'}; names WRED_PROFILE|T",
        "BUFFER_POOL; P; {'type': 'egress'}; field 'mode' is missing",
        "BUFFER_POOL; P; {'type': 'out', 'mode': 'static'}; type is 'out'",
        "BUFFER_PROFILE; UEC; {'size': '0'}; field 'pool' is missing",
        "BUFFER_PROFILE; UEC; {'pool': 'Q', 'size': '0'}; names BUFFER_POOL|Q",
        "BUFFER_PROFILE; UEC; {'pool': 'P', 'size': '0', 'dynamic_th': '8'}; expected -8..7",
        "BUFFER_PROFILE; UEC; {'pool': 'P', 'size': '0', 'dynamic_th': '1', 'static_th': '1'};"
            + " both",
        "BUFFER_PROFILE; UEC; {'pool': 'P', 'size': '0', 'packet_discard_action': 'cut'}; drop |"
            + " trim",
        "BUFFER_QUEUE; Ethernet0|0; {'profile': 'C'}; names BUFFER_PROFILE|C",
        "BUFFER_PG; Ethernet0|8; {}; the key is not one",
        "BUFFER_PG; Ethernet0|3; {'profile': 'C'}; names BUFFER_PROFILE|C",
        "BUFFER_PG; Ethernet4|3; {}; there is no PORT|Ethernet4",
        "CABLE_LENGTH; AZURE; {'Ethernet0': '5'}; Ethernet0 is '5'",
        "TC_TO_PRIORITY_GROUP_MAP; UEC; {'0': '8'}; 0 is '8', expected 0..7",
        "MAP_PFC_PRIORITY_TO_QUEUE; UEC; {'8': '0'}; field '8' is not one, expected 0..7",
        "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP; UEC; {'0': '8'}; 0 is '8'",
        "PORT_QOS_MAP; Ethernet0; {'tc_to_pg_map': 'N'}; names TC_TO_PRIORITY_GROUP_MAP|N",
        "SWITCH_TRIMMING; GLOBAL; {'dscp_value': '64'}; dscp_value is '64'",
        "SWITCH_TRIMMING; GLOBAL; {'dscp_value': 'from-tc'}; needs tc_value",
        "SWITCH_TRIMMING; GLOBAL; {'size': '0'}; size is '0'",
        "SWITCH_TRIMMING; global; {}; the key is not one",
        "SWITCH_TRIMMING; GLOBAL; {'queue_index': 'static'}; queue_index is",
        "FLEX_COUNTER_TABLE; SWITCH; {'FLEX_COUNTER_STATUS': 'on'}; expected enable | disable",
        "FLEX_COUNTER_TABLE; SWITCH; {'POLL_INTERVAL': '10'}; expected 100..",
      })
  void refusesWhatSonicRefuses(String table, String key, String fields, String problem) {
    assertThat(new ConfigValidator(with(table, key, fields.replace('\'', '"'))).problems())
        .anySatisfy(found -> assertThat(found).startsWith(table + "|" + key).contains(problem));
  }

  @Test
  void namesEveryProblemOfADatabase() {
    ConfigDb bad =
        ConfigDb.parse(
            "test",
            "{\"SCHEDULER\": {\"A\": {\"type\": \"x\", \"weight\": \"y\"}, \"B\": {\"z\": \"\"}}}");
    assertThat(new ConfigValidator(bad).problems()).hasSize(3);
  }
}
