package io.smartt.realtime.containers;

import java.util.List;

/**
 * The program that runs in the container of a host or switch.
 *
 * @param entrypoint empty: the image's own
 * @param tcpPorts where its servers listen inside, the API first
 */
public record NodeProgram(
    String image, List<String> entrypoint, List<String> arguments, List<Integer> tcpPorts) {
  /** Returns where its API listens inside. */
  public int apiPort() {
    return tcpPorts.getFirst();
  }
}
