package io.smartt.controller.forwarding;

/** One end of a link. */
public sealed interface Endpoint {
  /**
   * A port of a switch.
   *
   * @param switchIndex place of the switch in the model
   * @param port as the data plane numbers it, 9 bits
   */
  record SwitchPort(int switchIndex, int port) implements Endpoint {}

  /**
   * The network card of a host.
   *
   * @param hostIndex place of the host in the model
   */
  record HostPort(int hostIndex) implements Endpoint {}
}
