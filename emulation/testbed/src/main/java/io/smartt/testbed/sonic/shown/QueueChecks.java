package io.smartt.testbed.sonic.shown;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.SwitchPlan;

/** Checks the ASIC's data queues, shapers and trimming against CONFIG_DB. */
record QueueChecks(SwitchPlan plan, ConfigDb held, ShownState shown) {
  private static final String TRIMS =
      "SAI_BUFFER_PROFILE_PACKET_ADMISSION_FAIL_ACTION_DROP_AND_TRIM";

  void addTo(StateChecks.Findings findings) {
    for (SwitchPlan.PortQueue asked : plan.dataQueues()) {
      String name = asked.key();
      ShownState.ShownQueue queue = shown.queues().get(asked);
      if (queue == null) {
        findings.warning(
            "state-unknown",
            name,
            "the switch does not show what the queue has in the ASIC (COUNTERS_DB"
                + " COUNTERS_QUEUE_NAME_MAP, ASIC_DB); is 'counterpoll queue enable' on?");
        continue;
      }
      red(findings, name, queue);
      buffer(findings, name, queue);
      counters(findings, name, queue);
    }
    plan.pausingGroups().forEach(group -> pauses(findings, group));
    shapers(findings);
    trimming(findings);
  }

  private void red(StateChecks.Findings findings, String name, ShownState.ShownQueue queue) {
    String profile = held.field("QUEUE", name, "wred_profile").orElse("");
    List<String> wrong = new ArrayList<>();
    queue
        .red()
        .ifPresent(fields -> {
          for (String field : List.of("min_threshold", "max_threshold", "drop_probability")) {
            String attribute = "SAI_WRED_ATTR_GREEN_" + field.toUpperCase(Locale.ROOT);
            differs("WRED_PROFILE", profile, "green_" + field, fields, attribute)
                .ifPresent(wrong::add);
          }
          String mode = fields.path("SAI_WRED_ATTR_ECN_MARK_MODE").asText("SAI_ECN_MARK_MODE_NONE");
          if (!mode.equals("SAI_ECN_MARK_MODE_ALL")) {
            wrong.add("it marks by " + mode);
          }
        });
    if (queue.red().isEmpty()) {
      findings.error(
          "red-not-taken",
          name,
          "the queue has no WRED profile in the ASIC, CONFIG_DB gives it %s: orchagent refused it or"
                  .formatted(profile)
              + " waits for it, so nothing is marked (ASIC_DB SAI_QUEUE_ATTR_WRED_PROFILE_ID)");
    } else if (!wrong.isEmpty()) {
      findings.error("red-not-taken", name, "WRED in the ASIC: " + String.join(", ", wrong));
    }
  }

  private void buffer(StateChecks.Findings findings, String name, ShownState.ShownQueue queue) {
    String profile = held.field("BUFFER_QUEUE", name, "profile").orElse("");
    if (queue.buffer().isEmpty()) {
      findings.error(
          "buffer-not-taken",
          name,
          "the queue has no buffer profile in the ASIC, CONFIG_DB gives it %s (ASIC_DB"
                  .formatted(profile)
              + " SAI_QUEUE_ATTR_BUFFER_PROFILE_ID)");
      return;
    }
    JsonNode fields = queue.buffer().get();
    Map<String, String> attributes =
        held.field("BUFFER_PROFILE", profile, "dynamic_th").isPresent()
            ? Map.of(
                "dynamic_th",
                "SAI_BUFFER_PROFILE_ATTR_SHARED_DYNAMIC_TH",
                "size",
                "SAI_BUFFER_PROFILE_ATTR_RESERVED_BUFFER_SIZE")
            : Map.of("static_th", "SAI_BUFFER_PROFILE_ATTR_SHARED_STATIC_TH");
    new TreeMap<>(attributes)
        .forEach((field, attribute) ->
            differs("BUFFER_PROFILE", profile, field, fields, attribute)
                .ifPresent(
                    wrong -> findings.error("buffer-not-taken", name, "buffer profile: " + wrong)));
    boolean trims =
        fields.path("SAI_BUFFER_PROFILE_ATTR_PACKET_ADMISSION_FAIL_ACTION").asText().equals(TRIMS);
    if (plan.qos().trim().isPresent() && !trims) {
      findings.error(
          "trim-not-taken",
          name,
          "the queue drops what does not fit and does not trim it (ASIC_DB"
              + " SAI_BUFFER_PROFILE_ATTR_PACKET_ADMISSION_FAIL_ACTION)");
    }
  }

  private void pauses(StateChecks.Findings findings, SwitchPlan.PortQueue group) {
    ShownState.ShownPauses is = Objects.requireNonNull(shown.pauses().get(group));
    if ((is.priorities() & (1 << group.number())) == 0) {
      findings.error(
          "pause-not-taken",
          group.toString(),
          "no pause is sent or obeyed (ASIC_DB SAI_PORT_ATTR_PRIORITY_FLOW_CONTROL)");
    }
    String profile = held.field("BUFFER_PG", group.key(), "profile").orElse("");
    new TreeMap<>(Map.of("static_th", "SHARED_STATIC_TH", "xon", "XON_TH", "xoff", "XOFF_TH"))
        .forEach((field, name) ->
            differs(
                    "BUFFER_PROFILE",
                    profile,
                    field,
                    is.buffer(),
                    "SAI_BUFFER_PROFILE_ATTR_" + name)
                .ifPresent(wrong ->
                    findings.error(
                        "pause-not-taken", group.toString(), "buffer profile: " + wrong)));
  }

  private void counters(StateChecks.Findings findings, String name, ShownState.ShownQueue queue) {
    if (!queue.counted().has("SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS")) {
      findings.warning(
          "not-counted",
          name,
          "COUNTERS_DB has no marks of the queue: counterpoll wredqueue enable");
    }
    if (plan.qos().trim().isPresent() && !queue.counted().has("SAI_QUEUE_STAT_TRIM_PACKETS")) {
      findings.warning(
          "not-counted", name, "COUNTERS_DB has no trims of the queue: this SAI counts none");
    }
  }

  private void shapers(StateChecks.Findings findings) {
    for (SwitchPlan.RoutedPort port : plan.ports()) {
      if (port.shapedBps().isEmpty()) {
        continue;
      }
      Optional<JsonNode> fields = shown.shapers().get(port.name());
      String wanted = Long.toString(port.shapedBps().getAsLong() / Byte.SIZE);
      if (fields == null) {
        findings.warning(
            "state-unknown",
            port.name(),
            "the switch does not show the port's shaper (COUNTERS_DB COUNTERS_PORT_NAME_MAP,"
                + " ASIC_DB)");
      } else if (!fields
          .map(scheduler -> scheduler.path("SAI_SCHEDULER_ATTR_MAX_BANDWIDTH_RATE").asText())
          .equals(Optional.of(wanted))) {
        findings.error(
            "shaper-not-taken",
            port.name(),
            "the port is not shaped to %s bytes a second (ASIC_DB".formatted(wanted)
                + " SAI_PORT_ATTR_QOS_SCHEDULER_PROFILE_ID), so it is faster than the experiment");
      }
    }
  }

  private void trimming(StateChecks.Findings findings) {
    if (plan.qos().trim().isEmpty()) {
      return;
    }
    if (shown.trimming().isEmpty()) {
      findings.warning(
          "state-unknown",
          "trimming",
          "the switch does not show its settings (ASIC_DB SAI_OBJECT_TYPE_SWITCH)");
      return;
    }
    JsonNode fields = shown.trimming().get();
    String key = "GLOBAL";
    String table = "SWITCH_TRIMMING";
    String prefix = "SAI_SWITCH_ATTR_PACKET_TRIM_";
    for (String field : List.of("size", "dscp_value", "queue_index")) {
      differs(table, key, field, fields, prefix + field.toUpperCase(Locale.ROOT))
          .ifPresent(wrong -> findings.error("trim-not-taken", table, wrong));
    }
  }

  /** Returns what is said of a field that the ASIC has otherwise. */
  private Optional<String> differs(
      String table, String key, String field, JsonNode fields, String attribute) {
    String wanted = held.field(table, key, field).orElse("");
    String is = fields.path(attribute).asText("nothing");
    return is.equals(wanted)
        ? Optional.empty()
        : Optional.of("%s is %s, not %s".formatted(field, is, wanted));
  }
}
