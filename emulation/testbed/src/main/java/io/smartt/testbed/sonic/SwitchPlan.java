package io.smartt.testbed.sonic;

import module java.base;

import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.host.settings.RecordSettings;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.TrafficManager.PauseThresholds;

/**
 * The wishes of an experiment for one switch.
 *
 * @param name for people
 * @param vrfs routing tables that split the switch
 * @param line of its ports
 */
public record SwitchPlan(
    String name,
    List<String> vrfs,
    List<RoutedPort> ports,
    List<StaticRoute> routes,
    QosPlan qos,
    SwitchPlan.PortLine line) {
  /** Copies. */
  public SwitchPlan {
    vrfs = List.copyOf(vrfs);
    ports = List.copyOf(ports);
    routes = List.copyOf(routes);
  }

  /** The data queues of all ports. */
  public List<PortQueue> dataQueues() {
    return ports.stream()
        .flatMap(port -> qos.data().stream().map(one -> new PortQueue(port.name(), one.number())))
        .toList();
  }

  /** The priority groups by which ports pause their peers. */
  public List<PortQueue> pausingGroups() {
    return ports.stream().allMatch(port -> port.pauses().isPresent()) ? dataQueues() : List.of();
  }

  /** A queue or a priority group of a port. */
  public record PortQueue(String port, int number) {
    private static final Pattern KEY =
        Pattern.compile("(?<ports>[^|]+)\\|(?<first>\\d{1,2})(-(?<last>\\d{1,2}))?");

    /** Returns its key in CONFIG_DB: {@code Ethernet0|2}. */
    public String key() {
      return port + "|" + number;
    }

    /** Returns its name in COUNTERS_DB: {@code Ethernet0:2}. */
    @Override
    public String toString() {
      return port + ":" + number;
    }

    /** Returns those of a key of CONFIG_DB: {@code Ethernet0,Ethernet4|3-4}. */
    public static List<PortQueue> of(String key) {
      Matcher parts = KEY.matcher(key);
      if (!parts.matches()) {
        return List.of();
      }
      int first = Integer.parseInt(parts.group("first"));
      int last = parts.group("last") == null ? first : Integer.parseInt(parts.group("last"));
      return Stream.of(parts.group("ports").split(",", -1))
          .flatMap(port ->
              IntStream.rangeClosed(first, last).mapToObj(number -> new PortQueue(port, number)))
          .toList();
    }
  }

  /**
   * The way by which a VRF sends packets for a prefix.
   *
   * @param prefix dotted, with its length
   * @param nextHops packets are spread over them
   */
  public record StaticRoute(String vrf, String prefix, List<NextHop> nextHops) {
    /**
     * One way out.
     *
     * @param address of the neighbour
     * @param port towards it
     */
    public record NextHop(String address, String port) {}

    /** Copies. */
    public StaticRoute {
      nextHops = List.copyOf(nextHops);
    }
  }

  /**
   * The plan of how a switch tells packets apart and queues them. A queue's index is also the
   * traffic class that leads to it.
   *
   * @param data queues for data: RED, trimmed; that of data without a class first
   * @param controlQueue for ACKs, NACKs, credits and trimmed packets; served first
   * @param otherQueue for all other traffic, which no RED may touch, as RED drops what is not
   *     ECN-capable
   * @param pool of buffers at egress, {@code BUFFER_POOL}
   * @param trim empty: what does not fit is dropped
   * @param shared how data queues share the pool; empty: each has a size of its own
   */
  public record QosPlan(
      DscpPlan dscp,
      List<DataQueue> data,
      int controlQueue,
      int otherQueue,
      String pool,
      Optional<Trim> trim,
      Optional<Shared> shared) {
    /** The queues that SONiC's templates make lossless, with the profile AZURE_LOSSLESS. */
    public static final Set<Integer> LOSSLESS = Set.of(3, 4);

    /** Copies. */
    public QosPlan {
      data = List.copyOf(data);
    }

    /** Returns the number of the queue of packets with a code point. */
    int queueOf(int code) {
      return data.stream()
          .filter(queue -> queue.dscp() == code)
          .map(DataQueue::number)
          .findFirst()
          .orElse(code == dscp.control() || code == dscp.trimmed() ? controlQueue : otherQueue);
    }

    /**
     * A queue of data.
     *
     * @param dscp of its packets
     * @param weight as {@link QueueConfig#weight}
     * @param exponent of 2, where queues share the pool: it takes a packet while it has less than
     *     so many times what is free
     */
    public record DataQueue(int number, int dscp, int weight, Optional<Integer> exponent) {}

    /**
     * Trimming by the ASIC.
     *
     * @param bytes what is left of a packet
     * @param notFrom sources whose packets an ACL keeps from being trimmed
     */
    public record Trim(int bytes, Optional<Ipv4Prefix> notFrom) {}

    /**
     * The pool that data queues share by a dynamic threshold.
     *
     * @param poolBytes of the whole pool, what queues have reserved included
     * @param reservedBytes that are a queue's alone
     */
    public record Shared(long poolBytes, long reservedBytes) {
      /** The exponents that {@code dynamic_th} of SONiC's BUFFER_PROFILE takes. */
      public static final int LEAST = -8;

      /** The largest of them. */
      public static final int MOST = 7;
    }
  }

  /**
   * A port of a switch as the experiment wants it.
   *
   * @param name as SONiC calls it: {@code Ethernet0}
   * @param vrf that it belongs to
   * @param address of its side of the link, with the length of the prefix: {@code 172.16.0.0/31}
   * @param neighbour what is at the other end, where its MAC address is known beforehand
   * @param shapedBps bits a second that leave it, where they are fewer than its speed
   * @param queues what its data queues hold, as {@link QosPlan#data}
   * @param pauses when the port's peer is to pause data, of each queue of data apart; empty: never
   */
  public record RoutedPort(
      String name,
      String vrf,
      String address,
      long speedMbps,
      OptionalLong shapedBps,
      int mtu,
      Optional<Neighbour> neighbour,
      List<QueueBytes> queues,
      Optional<PauseThresholds> pauses) {
    /** Copies. */
    public RoutedPort {
      queues = List.copyOf(queues);
    }

    /** The queue of data without a class. */
    public QueueBytes queue() {
      return queues.getFirst();
    }

    /**
     * A host at the other end of a link.
     *
     * @param address its side of the link
     * @param mac six pairs of hexadecimal digits with colons
     */
    public record Neighbour(String address, String mac) {}

    /**
     * A data queue, in bytes.
     *
     * @param size from which a packet is trimmed or dropped
     * @param kmin depth up to which RED marks nothing
     * @param kmax depth from which RED marks everything
     * @param pmax probability of a mark just below kmax
     */
    public record QueueBytes(long size, long kmin, long kmax, double pmax) {}
  }

  /**
   * The settings of how bits go over the cables of a plan's ports: both ends must agree, or there
   * is no link.
   */
  public record PortLine(Fec fec, Autoneg autoneg) {
    /**
     * The rate from which a lane carries four levels (PAM4), which needs Reed-Solomon correction.
     */
    private static final long PAM4_MBPS = 50_000;

    /** Forward error correction. */
    public enum Fec {
      /** Reed-Solomon where a lane runs at 50 Gbps or more, else as it is. */
      BY_LANE,
      /** The correction stays as it is. */
      KEEP,
      /** Reed-Solomon. */
      RS,
      /** Fire code. */
      FC,
      /** None. */
      NONE,
      /** The SDK's choice. */
      AUTO
    }

    /** Negotiation of speed and correction with the other end. */
    public enum Autoneg {
      /** The negotiation stays as it is. */
      KEEP,
      /** The negotiation is on. */
      ON,
      /** The negotiation is off. */
      OFF
    }

    /**
     * The field {@code fec} of a port; empty: as it is.
     *
     * @param lanes how many it has
     */
    Optional<String> fec(long speedMbps, int lanes) {
      return switch (fec) {
        case KEEP -> Optional.empty();
        case BY_LANE ->
            lanes > 0 && speedMbps / lanes >= PAM4_MBPS ? Optional.of("rs") : Optional.empty();
        default -> Optional.of(RecordSettings.spelling(fec));
      };
    }

    /** The field {@code autoneg} of a port; empty: as it is. */
    Optional<String> autonegField() {
      return autoneg == Autoneg.KEEP
          ? Optional.empty()
          : Optional.of(RecordSettings.spelling(autoneg));
    }
  }
}
