package io.smartt.controller.forwarding;

import module java.base;

import io.smartt.controller.address.Ipv4;
import io.smartt.controller.forwarding.FabricModel.Attachment.HostPort;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;

/**
 * A network as its controller sees it: the links between nodes, and how each port's queue is to
 * behave. It says nothing of rates, delays or where it runs. Immutable.
 *
 * @param links those that are up; a failed link is simply not there
 * @param queues by port; a port without settings is neither marked nor trimmed at
 */
public record FabricModel(
    List<FabricSwitch> switches,
    List<FabricHost> hosts,
    List<FabricLink> links,
    Map<SwitchPort, AqmSettings> queues,
    DscpPlan dscp) {
  /** Ports are 9 bits and the highest means drop. */
  private static final int MOST_PORTS = 511;

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException naming what is given twice or refers to nothing
   */
  public FabricModel {
    switches = List.copyOf(switches);
    hosts = List.copyOf(hosts);
    links = List.copyOf(links);
    queues = Map.copyOf(queues);
    requireUnique(switches.stream().map(FabricSwitch::deviceId).toList(), "device id");
    requireUnique(switches.stream().map(FabricSwitch::name).toList(), "switch name");
    requireUnique(hosts.stream().map(host -> new Ipv4(host.ipv4())).toList(), "host address");
    Set<Attachment> wired = new HashSet<>();
    for (FabricLink link : links) {
      if (link.a() instanceof HostPort && link.b() instanceof HostPort) {
        throw new IllegalArgumentException(link + " joins two hosts");
      }
      for (Attachment end : List.of(link.a(), link.b())) {
        requireExists(end, switches.size(), hosts.size());
        if (end instanceof SwitchPort && !wired.add(end)) {
          throw new IllegalArgumentException(end + " is on two links");
        }
      }
    }
    for (SwitchPort port : queues.keySet()) {
      requireExists(port, switches.size(), hosts.size());
    }
  }

  /** Returns the network without these links. */
  public FabricModel without(Set<FabricLink> failed) {
    return new FabricModel(
        switches,
        hosts,
        links.stream().filter(link -> !failed.contains(link)).toList(),
        queues,
        dscp);
  }

  private static void requireExists(Attachment end, int switches, int hosts) {
    boolean exists =
        switch (end) {
          case HostPort(int index) -> index >= 0 && index < hosts;
          case SwitchPort(int index, int port) ->
              index >= 0 && index < switches && port >= 0 && port < MOST_PORTS;
        };
    if (!exists) {
      throw new IllegalArgumentException(
          "%s: there are %d switches of ports 0 to %d, and %d hosts"
              .formatted(end, switches, MOST_PORTS - 1, hosts));
    }
  }

  private static void requireUnique(List<?> values, String what) {
    Set<Object> seen = new HashSet<>();
    for (Object value : values) {
      if (!seen.add(Objects.requireNonNull(value))) {
        throw new IllegalArgumentException("%s %s is given twice".formatted(what, value));
      }
    }
  }

  /** A cable, full duplex; at least one end is a switch. */
  public record FabricLink(Attachment a, Attachment b) {}

  /**
   * A host of a {@link FabricModel}.
   *
   * @param ipv4 big-endian, as an unsigned 32-bit integer; unique in the fabric
   * @param mac 48 bits
   */
  public record FabricHost(String name, int ipv4, long mac) {}

  /**
   * A switch of a {@link FabricModel}.
   *
   * @param deviceId P4Runtime device id, unique in the fabric
   * @param saltSeed mixed into the ECMP salt together with the device id
   */
  public record FabricSwitch(long deviceId, String name, long saltSeed) {
    /** Locally administered, so that it is no host's; made up, and the same in every run. */
    public long mac() {
      return 0x06_00_00_00_00_00L | (deviceId & 0xff_ff_ff_ff_ffL);
    }
  }

  /** The attachment of one end of a link: a port of a switch or the NIC of a host. */
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
}
