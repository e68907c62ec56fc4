package io.smartt.realtime.docker;

import java.util.Map;

/** The labels that tell our containers and networks from others'. */
final class Labels {
  /** The label with the fabric's name. */
  static final String FABRIC = "io.smartt.fabric";

  /** The process that made it. */
  static final String PROCESS = "io.smartt.process";

  /** The label that names the host or switch of a container. */
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
