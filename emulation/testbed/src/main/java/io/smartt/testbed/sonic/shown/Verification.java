package io.smartt.testbed.sonic.shown;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.Finding;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.SwitchPlan;
import io.smartt.testbed.sonic.change.Pace;

/**
 * Waits until a switch does what its CONFIG_DB asks for, as far as it shows it. Links and routes
 * take seconds to come, and what is refused never does.
 *
 * @param most how long it waits
 */
public record Verification(Pace pace, Duration most) {
  /** A state that is the same for so long stays. */
  private static final Duration STEADY = Duration.ofSeconds(10);

  /**
   * Returns what the switch does not do in the end, errors first.
   *
   * @param held its CONFIG_DB
   * @throws io.smartt.testbed.sonic.SonicException if the switch does not answer
   */
  public List<Finding> of(GnmiSwitch device, SwitchPlan plan, ConfigDb held) {
    Instant begun = pace.now();
    Instant since = begun;
    List<Finding> last = now(device, plan, held);
    while (!last.isEmpty()
        && Duration.between(since, pace.now()).compareTo(STEADY) < 0
        && Duration.between(begun, pace.now()).compareTo(most) < 0) {
      pace.pause(Duration.ofSeconds(1));
      List<Finding> found = now(device, plan, held);
      if (!found.equals(last)) {
        last = found;
        since = pace.now();
      }
    }
    return last;
  }

  /** Returns what the switch does not do at this moment, errors first. */
  public static List<Finding> now(GnmiSwitch device, SwitchPlan plan, ConfigDb held) {
    return new StateChecks(plan, held, StateReader.of(device, plan)).findings();
  }

  /** Reads over gNMI what a switch shows of a plan. */
  private static final class StateReader {
    private static final String ASIC = "ASIC_DB";
    private static final String COUNTERS = "COUNTERS_DB";
    private static final String ASIC_STATE = "ASIC_STATE";

    /**
     * The switch in ASIC_DB: type 0x21, index 0 (sonic-sairedis 21851c5d,
     * lib/VirtualObjectIdManager.cpp:16).
     */
    private static final String SWITCH = "SAI_OBJECT_TYPE_SWITCH:oid:0x21000000000000";

    private final GnmiSwitch device;
    private final Map<String, Optional<JsonNode>> profiles = new HashMap<>();

    private StateReader(GnmiSwitch device) {
      this.device = device;
    }

    /**
     * Reads.
     *
     * @throws io.smartt.testbed.sonic.SonicException if the switch does not answer
     */
    static ShownState of(GnmiSwitch device, SwitchPlan plan) {
      return new StateReader(device).read(plan);
    }

    private ShownState read(SwitchPlan plan) {
      JsonNode queueIds = table(COUNTERS, "COUNTERS_QUEUE_NAME_MAP");
      JsonNode groupIds = table(COUNTERS, "COUNTERS_PG_NAME_MAP");
      JsonNode portIds = table(COUNTERS, "COUNTERS_PORT_NAME_MAP");
      Map<SwitchPlan.PortQueue, ShownState.ShownQueue> queues = new HashMap<>();
      Map<String, Optional<JsonNode>> shapers = new HashMap<>();
      Map<SwitchPlan.PortQueue, ShownState.ShownPauses> pauses = new HashMap<>();
      for (SwitchPlan.PortQueue queue : plan.dataQueues()) {
        queue(queueIds.path(queue.toString()).asText(""))
            .ifPresent(shown -> queues.put(queue, shown));
      }
      for (SwitchPlan.PortQueue group : plan.pausingGroups()) {
        JsonNode buffer =
            asic("INGRESS_PRIORITY_GROUP", groupIds.path(group.toString()).asText(""))
                .map(fields -> fields.path("SAI_INGRESS_PRIORITY_GROUP_ATTR_BUFFER_PROFILE"))
                .flatMap(id -> profile("BUFFER_PROFILE", id.asText("")))
                .orElse(MissingNode.getInstance());
        int priorities =
            asic("PORT", portIds.path(group.port()).asText(""))
                .map(port -> port.path("SAI_PORT_ATTR_PRIORITY_FLOW_CONTROL").asInt())
                .orElse(0);
        pauses.put(group, new ShownState.ShownPauses(priorities, buffer));
      }
      for (SwitchPlan.RoutedPort port : plan.ports()) {
        if (port.shapedBps().isPresent()) {
          asic("PORT", portIds.path(port.name()).asText(""))
              .ifPresent(fields ->
                  shapers.put(
                      port.name(),
                      profile(
                          "SCHEDULER",
                          fields.path("SAI_PORT_ATTR_QOS_SCHEDULER_PROFILE_ID").asText(""))));
        }
      }
      return new ShownState(
          table("APPL_DB", "PORT_TABLE"),
          table("STATE_DB", "PORT_TABLE"),
          table("STATE_DB", "INTERFACE_TABLE"),
          table("STATE_DB", "VRF_OBJECT_TABLE"),
          table("APPL_DB", "NEIGH_TABLE"),
          table("APPL_DB", "ROUTE_TABLE"),
          queues,
          shapers,
          pauses,
          device.show(ASIC, ASIC_STATE, SWITCH));
    }

    private Optional<ShownState.ShownQueue> queue(String id) {
      return asic("QUEUE", id)
          .map(fields ->
              new ShownState.ShownQueue(
                  profile("WRED", fields.path("SAI_QUEUE_ATTR_WRED_PROFILE_ID").asText("")),
                  profile(
                      "BUFFER_PROFILE", fields.path("SAI_QUEUE_ATTR_BUFFER_PROFILE_ID").asText("")),
                  device
                      .show(COUNTERS, "COUNTERS", id)
                      .orElseGet(JsonNodeFactory.instance::objectNode)));
    }

    /** Many queues share one. */
    private Optional<JsonNode> profile(String type, String id) {
      return profiles.computeIfAbsent(type + id, name -> asic(type, id));
    }

    private Optional<JsonNode> asic(String type, String id) {
      return id.isEmpty() || id.equals("oid:0x0")
          ? Optional.empty()
          : device.show(ASIC, ASIC_STATE, "SAI_OBJECT_TYPE_" + type + ":" + id);
    }

    private JsonNode table(String database, String name) {
      return device.show(database, name).orElseGet(JsonNodeFactory.instance::objectNode);
    }
  }
}
