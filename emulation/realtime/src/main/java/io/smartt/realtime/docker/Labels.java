package io.smartt.realtime.docker;

import java.util.Map;

/** What tells our containers and networks from others'. */
final class Labels {
  /** Which fabric: its name. */
  static final String FABRIC = "io.smartt.fabric";

  /** The process that made it. */
  static final String PROCESS = "io.smartt.process";

  /** Which host or switch a container is. */
  static final String NODE = "io.smartt.node";

  private Labels() {}

  static Map<String, String> of(String fabric) {
    return Map.of(FABRIC, fabric, PROCESS, Long.toString(ProcessHandle.current().pid()));
  }

  static Map<String, String> of(String fabric, String node) {
    return Map.of(
        FABRIC, fabric, PROCESS, Long.toString(ProcessHandle.current().pid()), NODE, node);
  }
}
