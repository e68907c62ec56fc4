package io.smartt.testbed.sonic.shown;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.testbed.sonic.SwitchPlan;

/**
 * The state of the ports of a plan that a switch shows. A port or queue that is not in a map is one
 * of which the switch shows nothing.
 *
 * @param operation PORT_TABLE of APPL_DB, {@code oper_status} (sonic-swss e6b0c5b5,
 *     orchagent/portsorch.cpp:4047)
 * @param lines PORT_TABLE of STATE_DB, {@code speed} and {@code fec} (portsorch.cpp:10112, 10126)
 * @param interfaces INTERFACE_TABLE of STATE_DB, {@code vrf} (cfgmgr/intfmgr.cpp:1171)
 * @param vrfs VRF_OBJECT_TABLE of STATE_DB (orchagent/vrforch.cpp:132)
 * @param neighbours NEIGH_TABLE of APPL_DB
 * @param routes ROUTE_TABLE of APPL_DB (fpmsyncd/routesync.cpp:2611)
 * @param queues data queues (orchagent/qosorch.cpp:1735, bufferorch.cpp:1021)
 * @param shapers of ports by name, fields of the scheduler; empty: the port has none
 *     (qosorch.cpp:70)
 * @param pauses of priority groups
 * @param trimming attributes of the switch that were set (switchorch.cpp:1075); empty: not shown
 */
public record ShownState(
    JsonNode operation,
    JsonNode lines,
    JsonNode interfaces,
    JsonNode vrfs,
    JsonNode neighbours,
    JsonNode routes,
    Map<SwitchPlan.PortQueue, ShownQueue> queues,
    Map<String, Optional<JsonNode>> shapers,
    Map<SwitchPlan.PortQueue, ShownPauses> pauses,
    Optional<JsonNode> trimming) {
  /** Copies. */
  public ShownState {
    queues = Map.copyOf(queues);
    shapers = Map.copyOf(shapers);
    pauses = Map.copyOf(pauses);
  }

  /** Returns whether a port has a link. */
  boolean isUp(String port) {
    return operation.path(port).path("oper_status").asText().equals("up");
  }

  /**
   * The ASIC's state of a queue: ASIC_DB, to which SONiC's syncd writes what SAI accepted
   * (sonic-sairedis 21851c5d, syncd/Syncd.cpp:4227).
   *
   * @param red fields of its WRED object; empty: it has none
   * @param buffer fields of its buffer profile; empty: it has none
   * @param counted its statistics in COUNTERS_DB
   */
  public record ShownQueue(Optional<JsonNode> red, Optional<JsonNode> buffer, JsonNode counted) {}

  /**
   * The ASIC's state of a priority group.
   *
   * @param priorities a bit for each of its port that is paused
   * @param buffer fields of the group's buffer profile
   */
  public record ShownPauses(int priorities, JsonNode buffer) {}
}
