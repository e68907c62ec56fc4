package io.smartt.testbed.sonic;

import module java.base;

import io.smartt.softswitch.TrafficManager.PauseThresholds;

/** Checks of the priority groups of ports that pause, and of their memory. */
record PauseChecks(SwitchPlan plan, ConfigDb before) {
  List<Finding> findings() {
    List<PauseThresholds> pauses =
        plan.ports().stream().flatMap(port -> port.pauses().stream()).toList();
    long portBytes = pauses.stream().mapToLong(PauseThresholds::limitBytes).sum();
    long bytes = portBytes * plan.qos().data().size();
    List<Finding> findings = new ArrayList<>();
    for (String pool : List.of(PauseTables.INGRESS, PauseTables.EGRESS)) {
      String size = before.field("BUFFER_POOL", pool, "size").orElse("not there");
      if (bytes > 0 && !(size.matches("\\d{1,18}") && Long.parseLong(size) >= bytes)) {
        findings.add(
            Finding.error(
                "pause-memory",
                "ports that pause take %d B with their headroom, but the size of BUFFER_POOL|%s is %s; pfc.xoff-bdps and pfc.headroom-bytes say less, config qos reload makes pools"
                    .formatted(bytes, pool, size)));
      }
    }
    for (SwitchPlan.PortQueue group : plan.pausingGroups()) {
      for (String key : before.keys(PauseTables.GROUPS)) {
        if (SwitchPlan.PortQueue.of(key).contains(group)
            && !ConfigPlanner.isOwnGroup(before, key)) {
          findings.add(
              Finding.error(
                  "group-taken",
                  "BUFFER_PG|%s has the priority group of %s, a queue of data: choose another by sonic.data-queue"
                      .formatted(key, group)));
        }
      }
    }
    return findings;
  }
}
