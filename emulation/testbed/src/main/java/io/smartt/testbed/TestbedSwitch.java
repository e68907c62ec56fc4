package io.smartt.testbed;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.rpc.TlsClientFiles;
import io.smartt.experiment.settings.Choice;

/**
 * A real switch, which may be several of the topology's by VRF.
 *
 * @param name as the profile has it
 * @param address {@code host:port} of its gNMI or P4Runtime server
 * @param connection with TLS or without
 * @param thrift {@code host:port} of BMv2's Thrift server
 * @param deviceId of P4Runtime
 * @param pipeline the compiler's .conf, for Stratum
 * @param p4info the compiler's P4Info, for Stratum
 * @param ports by {@code node-peer}, as the switch calls them
 */
public record TestbedSwitch(
    String name,
    TargetKind target,
    Optional<String> address,
    TestbedSwitch.ConnectionKind connection,
    Optional<String> thrift,
    long deviceId,
    Optional<String> pipeline,
    Optional<String> p4info,
    Map<String, String> ports) {
  /** Copies. */
  public TestbedSwitch {
    ports = Map.copyOf(ports);
  }

  /**
   * Returns whether it runs BMv2 JSON, and has the topology's port numbers where the profile has
   * none.
   */
  boolean runsBmv2Json() {
    return target == TargetKind.BMV2 || target == TargetKind.EMBEDDED;
  }

  /** Returns what is shown to it and trusted, of what the profile has. */
  Optional<TlsClientFiles> tls(Optional<TlsClientFiles> files) {
    return switch (connection) {
      case AUTO -> target == TargetKind.BMV2 ? Optional.empty() : files;
      case PLAIN -> Optional.empty();
      case TLS -> {
        if (files.isEmpty()) {
          throw new UserInputException(
              "switches." + name + ".connection is tls, but tls.ca is missing");
        }
        yield files;
      }
    };
  }

  /** The address. Every connection needs it. */
  public String requireAddress() {
    return address.orElseThrow(
        () -> new UserInputException("switches." + name + ".address is missing: give host:port"));
  }

  /** The port of a link, by the names of its ends. */
  public String port(String node, String peer) {
    String cable = node + "-" + peer;
    if (!ports.containsKey(cable)) {
      throw new UserInputException(
          "switches.%s.ports.%s is missing: the port of %s with the cable from %s to %s"
              .formatted(name, cable, name, node, peer));
    }
    return ports.getOrDefault(cable, "");
  }

  /** The way in which a real switch is reached. */
  public enum ConnectionKind implements Choice {
    /** The way that suits its target and what files there are. */
    AUTO,

    /** The way over TLS. */
    TLS,

    /** The way without TLS. */
    PLAIN;

    @Override
    public String toString() {
      return spelling();
    }
  }

  /** The kinds of software that drive a real switch. */
  public enum TargetKind implements Choice {
    /** SONiC on Trident 4, over gNMI. */
    SONIC,

    /** Stratum on Tofino, over P4Runtime. */
    STRATUM,

    /** BMv2's simple_switch_grpc, over P4Runtime and Thrift. */
    BMV2,

    /** {@code smartt switch}, over P4Runtime and its control service. */
    EMBEDDED;

    /** Returns whether a plan can have its queues share memory. */
    boolean sharesMemory() {
      return this == SONIC || this == EMBEDDED;
    }

    /** Returns whether a plan gives classes of data queues of their own, and has them pause. */
    boolean hasClasses() {
      return this == SONIC;
    }

    @Override
    public String toString() {
      return spelling();
    }
  }
}
