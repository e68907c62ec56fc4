package io.smartt.emulation.testbed;

import io.smartt.emulation.experiment.TargetKind;
import io.smartt.emulation.input.UserInputException;
import java.util.Map;
import java.util.Optional;

/**
 * A real switch, which may be several of the topology's by VRF.
 *
 * @param name as the profile has it
 * @param address {@code host:port} of its gNMI or P4Runtime server
 * @param thrift {@code host:port} of BMv2's Thrift server
 * @param deviceId of P4Runtime
 * @param pipeline the compiler's .conf, for Stratum
 * @param p4info the compiler's P4Info, for Stratum
 * @param ports by {@code node-peer}, as the switch calls them
 */
public record Box(
    String name,
    TargetKind target,
    Optional<String> address,
    Optional<String> thrift,
    long deviceId,
    Optional<String> pipeline,
    Optional<String> p4info,
    Map<String, String> ports) {
  /** Copies. */
  public Box {
    ports = Map.copyOf(ports);
  }

  /** The address, which whoever talks to it needs. */
  public String requireAddress() {
    return address.orElseThrow(
        () -> new UserInputException("switches." + name + ".address is missing: give host:port"));
  }

  /** The port of a link, by the names of its ends. */
  public String port(String node, String peer) {
    String cable = node + "-" + peer;
    if (!ports.containsKey(cable)) {
      throw new UserInputException(
          "switches."
              + name
              + ".ports."
              + cable
              + " is missing: the port of "
              + name
              + " with the cable from "
              + node
              + " to "
              + peer);
    }
    return ports.getOrDefault(cable, "");
  }
}
