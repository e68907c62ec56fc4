package io.smartt.controller.forwarding;

import module java.base;

import io.smartt.controller.address.Ipv4;
import io.smartt.controller.forwarding.FabricModel.Attachment.HostPort;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;
import io.smartt.controller.p4runtime.P4Entity;

/**
 * A network as its controller sees it: the links between nodes, and how each port's queue is to
 * behave. It says nothing of delays or where it runs. Immutable.
 *
 * @param links those that are up; a failed link is simply not there
 * @param queues of data, by port and number; a port without settings is neither marked nor trimmed
 *     at
 */
public record FabricModel(
    List<FabricSwitch> switches,
    List<FabricHost> hosts,
    List<FabricLink> links,
    Map<SwitchPort, List<FabricModel.AqmSettings>> queues,
    FabricModel.DscpPlan dscp) {
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
    for (Map.Entry<SwitchPort, List<AqmSettings>> port : queues.entrySet()) {
      requireExists(port.getKey(), switches.size(), hosts.size());
      if (port.getValue().size() != dscp.controlQueue()) {
        throw new IllegalArgumentException(
            "%s has %d queues of data; there are %d classes besides data that has none"
                .formatted(port.getKey(), port.getValue().size(), dscp.classes().size()));
      }
    }
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

  /**
   * A cable, full duplex; at least one end is a switch.
   *
   * @param bps its bit rate from a to b; 0 if it is not known
   * @param backBps the same from b to a
   */
  public record FabricLink(Attachment a, Attachment b, long bps, long backBps) {}

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
   * @param own what the user wants in tables that the controller leaves alone
   */
  public record FabricSwitch(long deviceId, String name, long saltSeed, List<P4Entity.Given> own) {
    /** Copies the list. */
    public FabricSwitch {
      own = List.copyOf(own);
    }

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
    record SwitchPort(int switchIndex, int port) implements Attachment {
      /** Differs for each port: {@link Map#copyOf} goes through equal ones one by one. */
      @Override
      public int hashCode() {
        return switchIndex * (MOST_PORTS + 1) + port;
      }
    }

    /**
     * The NIC of a host.
     *
     * @param hostIndex place of the host in the model
     */
    record HostPort(int hostIndex) implements Attachment {}
  }

  /**
   * Active queue management of a queue of data by the switch program: thresholds of RED marks and
   * of trimming.
   *
   * @param packets for programs that count a queue's packets, as v1model does
   * @param bytes for programs that count its bytes
   * @param trimBytes what is left of a trimmed packet, from the Ethernet header on
   * @param trimming off: what does not fit is dropped by the traffic manager
   * @param pmax probability of a mark just below kmax, which rises to it from 0 at kmin
   */
  public record AqmSettings(
      Depths packets, Depths bytes, int trimBytes, boolean trimming, double pmax) {
    /**
     * Depths of a queue, in one unit.
     *
     * @param queue more than it, with a data packet that comes, and the packet is trimmed
     * @param kmin RED marks nothing up to this depth
     * @param kmax RED marks everything from this depth
     */
    public record Depths(long queue, long kmin, long kmax) {
      /** Value of kmin and kmax for no marks, in packets: no queue is that deep. */
      public static final int NEVER_PACKETS = (1 << 19) - 1;

      /** The same in bytes. */
      public static final long NEVER_BYTES = (1L << 32) - 1;

      /** Checks their order. */
      public Depths {
        if (queue < 1 || kmin < 0 || kmax < kmin) {
          throw new IllegalArgumentException(
              "queue of %d, kmin %d, kmax %d: want queue >= 1, 0 <= kmin <= kmax"
                  .formatted(queue, kmin, kmax));
        }
      }

      /** Returns them with a bound: what is deeper than a program can count never fills. */
      public Depths atMost(long most) {
        return new Depths(Math.min(most, queue), Math.min(most, kmin), Math.min(most, kmax));
      }
    }

    /** Checks what is left of a packet, and the probability. */
    public AqmSettings {
      if (trimBytes < 1) {
        throw new IllegalArgumentException("trimmed to " + trimBytes + " bytes: want 1 or more");
      }
      if (!(pmax > 0 && pmax <= 1)) {
        throw new IllegalArgumentException("pmax is " + pmax + ", want above 0, to 1");
      }
    }
  }

  /**
   * Code points by which the switch program tells packets apart, 6 bits each.
   *
   * @param trimmed of packets trimmed on the way
   * @param trimmedLastHop of packets trimmed by a port to a host; the same as {@code trimmed} where
   *     these are not marked as such
   * @param classes of data that has queues of its own, from queue 1 on; {@code data} has queue 0
   */
  public record DscpPlan(
      int data, int control, int trimmed, int trimmedLastHop, List<Integer> classes) {
    /** Data AF11, control EF, trimmed CS6. */
    public static final DscpPlan DEFAULT = new DscpPlan(10, 46, 48, 48, List.of());

    /** The same, but CS7 for what a port to a host trimmed. */
    public static final DscpPlan LAST_HOP_APART = new DscpPlan(10, 46, 48, 56, List.of());

    /** The most classes of data with a queue of their own: a port has eight queues. */
    public static final int MOST_CLASSES = 6;

    /** Checks that they differ and fit. */
    public DscpPlan {
      classes = List.copyOf(classes);
      List<Integer> apart = new ArrayList<>(List.of(data, control, trimmed));
      if (trimmedLastHop != trimmed) {
        apart.add(trimmedLastHop);
      }
      apart.addAll(classes);
      if (classes.size() > MOST_CLASSES
          || Set.copyOf(apart).size() < apart.size()
          || apart.stream().anyMatch(dscp -> dscp >>> 6 != 0)) {
        throw new IllegalArgumentException(
            "DSCP data %d, control %d, trimmed %d, at the last hop %d, classes %s: want three or four of 0 to 63, and %d more for classes at most, no two alike"
                .formatted(data, control, trimmed, trimmedLastHop, classes, MOST_CLASSES));
      }
    }

    /** The code point of packets trimmed by a port to a host, or to a switch. */
    public int trimmed(boolean lastHop) {
      return lastHop ? trimmedLastHop : trimmed;
    }

    /** These code points with classes of data that have queues of their own. */
    public DscpPlan with(List<Integer> ofClasses) {
      return new DscpPlan(data, control, trimmed, trimmedLastHop, ofClasses);
    }

    /** The code points of data, by queue. */
    List<Integer> byQueue() {
      return Stream.concat(Stream.of(data), classes.stream()).toList();
    }

    /**
     * The code points of a queue of data, a bit for each: queue 0 has what is of no other.
     *
     * @throws IndexOutOfBoundsException if the queue is not of data
     */
    public long ofQueue(int queue) {
      if (queue > 0) {
        return 1L << classes.get(queue - 1);
      }
      LongStream others =
          Stream.concat(Stream.of(control, trimmed, trimmedLastHop), classes.stream())
              .mapToLong(dscp -> 1L << dscp);
      return ~others.reduce(0, (all, one) -> all | one);
    }

    /** The queue of control, the highest; all below it are of data. */
    public int controlQueue() {
      return classes.size() + 1;
    }
  }
}
