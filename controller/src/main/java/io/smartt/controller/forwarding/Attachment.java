package io.smartt.controller.forwarding;

/** What one end of a link is attached to: a port of a switch or the NIC of a host. */
public sealed interface Attachment {
  /**
   * A port of a switch.
   *
   * @param switchIndex place of the switch in the model
   * @param port as the data plane numbers it, 9 bits
   */
  record SwitchPort(int switchIndex, int port) implements Attachment {}

  /**
   * The NIC of a host.
   *
   * @param hostIndex place of the host in the model
   */
  record HostPort(int hostIndex) implements Attachment {}
}
