package io.smartt.testbed.standin.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The time that SONiC's Generic Config Updater takes for a patch: its sorter, and a second after
 * each change (sonic-utilities 691b1bbc, generic_config_updater/change_applier.py:173).
 *
 * <p>What costs is a port that is up while its queues change, which the sorter takes down and up by
 * itself (RequiredValueMoveExtender, patch_sorter.py:614, 1992), a change at a time. The figures
 * are those of the real sorter on a server's core: 2.1, 4.6, 17.9 and 279 CPU seconds for 1, 2, 4
 * and 16 ports in one patch, 59 changes for 4 and 195 for 16; 3.6 s and 31 changes for 32 ports in
 * nine patches.
 */
final class SortTime {
  private static final double SECONDS_PER_SQUARED_PORT = 1.1;
  private static final double SECONDS_PER_PATCH = 0.5;
  private static final int CHANGES_PER_PORT = 12;

  /** patch_sorter.py:616-621: what wants its port down. */
  private static final Set<String> WANT_DOWN =
      Set.of(
          ("BUFFER_PG BUFFER_PORT_EGRESS_PROFILE_LIST BUFFER_PORT_INGRESS_PROFILE_LIST"
                  + " BUFFER_QUEUE PORT_QOS_MAP QUEUE")
              .split(" ", -1));

  private SortTime() {}

  static Duration of(ObjectNode before, ObjectNode after) {
    Set<String> busy = flapped(before, after);
    // A port that is to go up again is in the way as well.
    busy.addAll(flapped(after, before));
    int ports = busy.size();
    Set<String> tables = new TreeSet<>();
    FieldRules.differences(before, after).forEach(one -> tables.add(one.path().getFirst()));
    double sorting = SECONDS_PER_PATCH + SECONDS_PER_SQUARED_PORT * ports * ports;
    return Duration.ofMillis(
        Math.round(1e3 * (sorting + tables.size() + (double) CHANGES_PER_PORT * ports)));
  }

  /** Ports that are up, and that the sorter takes down by itself. */
  static Set<String> flapped(ObjectNode before, ObjectNode after) {
    Set<String> ports = new TreeSet<>();
    for (String table : WANT_DOWN) {
      Set<String> keys = new TreeSet<>();
      before.path(table).fieldNames().forEachRemaining(keys::add);
      after.path(table).fieldNames().forEachRemaining(keys::add);
      for (String key : keys) {
        String port = key.split("\\|", -1)[0];
        boolean changes = !before.path(table).path(key).equals(after.path(table).path(key));
        if (changes && isUp(before, port)) {
          ports.add(port);
        }
      }
    }
    return ports;
  }

  static boolean isUp(JsonNode db, String port) {
    return db.path("PORT").path(port).path("admin_status").asText().equals("up");
  }
}
