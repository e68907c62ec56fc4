package io.smartt.controller.stratum;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which ports take what a pipe cannot admit. A pipe has one such port and it is the pipe's own: the
 * SDE refuses another pipe's (open-p4studio 1f97778f tm_api_queue.c:639), and Stratum derives the
 * pipe from the port (bf_sde_wrapper.cc:1742), so that the last of two in one pipe would win.
 */
final class DeflectPorts {
  private static final String KEY = "tofino.deflect-ports";
  private static final int LOCAL_PORTS = 128;
  private static final int FIRST = 68;
  private static final int LAST = 71;

  private DeflectPorts() {}

  /**
   * Checks the ports; none at all are right where nothing is to be trimmed.
   *
   * @throws StratumException naming the port or the pipe
   */
  static void check(String name, List<Integer> ports, List<TofinoQueue> queues) {
    Map<Integer, Integer> byPipe = new HashMap<>();
    for (int port : ports) {
      if (port % LOCAL_PORTS < FIRST || port % LOCAL_PORTS > LAST) {
        throw new StratumException(
            "%s: %d is no recirculation port; pipes of a Tofino 1 have 68, 196, 324 and 452"
                .formatted(KEY, port));
      }
      Integer other = byPipe.put(TofinoPort.pipe(port), port);
      if (other != null) {
        throw new StratumException(
            "%s: %d and %d are both in pipe %d, which deflects to one port"
                .formatted(KEY, other, port, TofinoPort.pipe(port)));
      }
    }
    for (TofinoQueue queue : queues) {
      int pipe = TofinoPort.pipe(queue.port().id());
      if (!ports.isEmpty() && !byPipe.containsKey(pipe)) {
        throw new StratumException(
            "%s: %s has no port of pipe %d, in which %s is: say %d too"
                .formatted(name, KEY, pipe, queue.port(), pipe * LOCAL_PORTS + FIRST));
      }
    }
  }
}
