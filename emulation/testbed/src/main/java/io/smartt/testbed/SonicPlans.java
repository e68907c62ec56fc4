package io.smartt.testbed;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.SettingsSection;
import io.smartt.experiment.settings.TrafficClasses;
import io.smartt.experiment.settings.TrafficClasses.TrafficClass;
import io.smartt.host.settings.Setting;
import io.smartt.softswitch.QueueConfig;
import io.smartt.testbed.sonic.SwitchPlan;
import io.smartt.testbed.sonic.SwitchPlan.PortLine;
import io.smartt.testbed.sonic.SwitchPlan.QosPlan.DataQueue;
import io.smartt.testbed.sonic.SwitchPlan.QosPlan.Shared;

/**
 * The plans that an experiment has for each SONiC switch: a /31 on every cable, a static route for
 * every host over all shortest ways, and queues of the bytes that the profile says. Ports are
 * shaped to the rates of a dilated experiment.
 */
public final class SonicPlans {
  private static final int MEGA = 1_000_000;
  private static final int LAST_QUEUE = 7;

  private final ExperimentSpec spec;
  private final TestbedFacts facts;
  private final Topology topology;
  private final SonicSettings sonic;
  private final LinkAddresses addresses;
  private final SwitchPorts switchPorts;
  private final TrafficClasses classes;

  /** Creates the plans of an experiment. */
  public SonicPlans(ExperimentSpec spec, TestbedFacts facts) {
    this.spec = spec;
    this.facts = facts;
    topology = spec.buildTopology();
    sonic = SonicSettings.SECTION.read(spec.settings());
    addresses = new LinkAddresses(sonic.linkPrefix());
    classes = TrafficClasses.of(spec.settings());
    switchPorts = new SwitchPorts(spec, new PathProfiles(topology, spec.packets()));
  }

  /** The plan of a box. */
  public SwitchPlan of(TestbedSwitch box) {
    List<Switch> parts = topology.switches().stream().filter(sw -> isIn(sw, box)).toList();
    if (parts.isEmpty()) {
      throw new UserInputException(
          "switches." + box.name() + ": topology " + topology.name() + " has no such switch");
    }
    List<SwitchPlan.RoutedPort> ports = new ArrayList<>();
    List<SwitchPlan.StaticRoute> routes = new ArrayList<>();
    for (Switch sw : parts) {
      for (Adjacency way : topology.adjacencies(sw)) {
        if (topology.isUp(way.link())) {
          ports.add(port(box, sw, way));
        }
      }
      for (Host host : topology.hosts()) {
        routes.add(route(box, sw, host));
      }
    }
    return new SwitchPlan(
        box.name(),
        parts.stream().map(this::vrf).distinct().toList(),
        ports,
        routes,
        qos(parts),
        new PortLine(sonic.fec(), sonic.autoneg()));
  }

  /** The queues of its ports that carry the experiment. */
  List<SonicSwitchDriver.SonicQueue> queues(TestbedSwitch box) {
    List<SonicSwitchDriver.SonicQueue> queues = new ArrayList<>();
    for (Switch sw : topology.switches().stream().filter(part -> isIn(part, box)).toList()) {
      for (Adjacency way : topology.adjacencies(sw)) {
        String port = box.port(sw.name(), way.peer().node().name());
        Stream.concat(
                dataQueues(way).stream().map(DataQueue::number), Stream.of(sonic.controlQueue()))
            .map(queue ->
                new SonicSwitchDriver.SonicQueue(port + ":" + queue, sw.name(), way.port(), queue))
            .forEach(queues::add);
      }
    }
    return queues;
  }

  /** Returns what a box calls the port of one of its switches. */
  String name(TestbedSwitch box, Port own) {
    return topology.adjacencies(own.node()).stream()
        .filter(way -> way.port() == own.number())
        .map(way -> box.port(own.node().name(), way.peer().node().name()))
        .findFirst()
        .orElseThrow();
  }

  private boolean isIn(Switch sw, TestbedSwitch box) {
    return topology.vrf(sw).map(Topology.Vrf::box).orElse(sw.name()).equals(box.name());
  }

  /** The name of a VRF begins so in SONiC. */
  private String vrf(Switch sw) {
    return topology.vrf(sw).map(Topology.Vrf::name).orElse("Vrf_" + sw.name());
  }

  private SwitchPlan.RoutedPort port(TestbedSwitch box, Switch sw, Adjacency way) {
    Port own = new Port(sw, way.port());
    Optional<SwitchPlan.RoutedPort.Neighbour> host =
        way.peer().node() instanceof Host peer
            ? Optional.of(
                new SwitchPlan.RoutedPort.Neighbour(
                    addresses.of(way.link(), way.peer()),
                    facts.server(peer.name()).mac().orElse(peer.macText())))
            : Optional.empty();
    return new SwitchPlan.RoutedPort(
        box.port(sw.name(), way.peer().node().name()),
        vrf(sw),
        addresses.withLength(way.link(), own),
        Math.round(way.link().rateBps() * spec.dilation() / MEGA),
        spec.dilation() == 1 ? OptionalLong.empty() : OptionalLong.of(way.link().rateBps()),
        sonic.mtu(),
        host,
        switchPorts.plans(way).stream().map(SonicPlans::queue).toList(),
        switchPorts.pauses(way));
  }

  private static SwitchPlan.RoutedPort.QueueBytes queue(PortPlan port) {
    PortPlan.Red red = port.red();
    return new SwitchPlan.RoutedPort.QueueBytes(
        port.dataBytes(), red.kminBytes(), red.kmaxBytes(), red.pmax());
  }

  private SwitchPlan.StaticRoute route(TestbedSwitch box, Switch sw, Host host) {
    List<SwitchPlan.StaticRoute.NextHop> hops =
        topology.routes().nextHops(sw, host).stream()
            .map(way ->
                new SwitchPlan.StaticRoute.NextHop(
                    addresses.of(way.link(), way.peer()),
                    box.port(sw.name(), way.peer().node().name())))
            .toList();
    if (hops.isEmpty()) {
      throw new UserInputException(sw.name() + " has no way to " + host.name());
    }
    return new SwitchPlan.StaticRoute(vrf(sw), host.ipv4Text() + "/32", hops);
  }

  private SwitchPlan.QosPlan qos(List<Switch> parts) {
    if (spec.trimming() == Trimming.P4) {
      throw new UserInputException(
          "trimming is p4, but Trident 4 runs no P4 program: say asic, or off");
    }
    if (spec.settings().get(SettingKeys.LAST_HOP_TRIMS)) {
      throw new UserInputException(
          SettingKeys.LAST_HOP_TRIMS.name()
              + " is true, but switches with SONiC give trimmed packets of all ports one DSCP here:"
              + " say false");
    }
    if (spec.lossless()) {
      requirePausable();
    }
    Optional<Ipv4Prefix> untrimmed = Ipv4Prefix.find(sonic.noTrimFrom());
    if (untrimmed.isPresent() && spec.trimming() != Trimming.ASIC) {
      throw new UserInputException(
          "sonic.no-trim-from is " + sonic.noTrimFrom() + ", which needs trimming=asic");
    }
    return new SwitchPlan.QosPlan(
        DscpPlan.DEFAULT,
        dataQueues(topology.adjacencies(parts.getFirst()).getFirst()),
        sonic.controlQueue(),
        sonic.otherQueue(),
        sonic.pool(),
        spec.trimming() == Trimming.ASIC
            ? Optional.of(new SwitchPlan.QosPlan.Trim(spec.trimBytes(), untrimmed))
            : Optional.empty(),
        spec.settings().get(SettingKeys.BUFFER_SIZE) > 0
            ? Optional.of(shared(parts))
            : Optional.empty());
  }

  /** A port has one group of traffic that never pauses, 0, and fixed thresholds of its own. */
  private void requirePausable() {
    if (sonic.dataQueue() == 0) {
      throw new UserInputException(
          "sonic.data-queue is 0, but over PFC (pfc.use, scheme %s) SONiC's priority group 0 is that of traffic that never pauses: say sonic.data-queue=2"
              .formatted(spec.scheme().name()));
    }
    if (!spec.settings().get(SettingKeys.LAST_HOP_MARKS)) {
      throw new UserInputException(
          "queue.last-hop-marks is false, but over PFC a plan for SONiC has no threshold of WRED"
              + " that no queue reaches: say true");
    }
    if (spec.settings().get(SettingKeys.BUFFER_SIZE) > 0) {
      throw new UserInputException(
          "buffer.size is %s, but over PFC SONiC's xon goes with a fixed threshold, and pfc.xon-share of a dynamic one cannot be said: leave buffer.size out"
              .formatted(spec.settings().text(SettingKeys.BUFFER_SIZE)));
    }
  }

  /** Classes take the queues below that of control which nobody has, strict ones the higher. */
  private List<DataQueue> dataQueues(Adjacency way) {
    List<Integer> free =
        IntStream.range(spec.lossless() ? 1 : 0, sonic.controlQueue())
            .filter(queue -> queue != sonic.dataQueue() && queue != sonic.otherQueue())
            .boxed()
            .filter(queue -> !SwitchPlan.QosPlan.LOSSLESS.contains(queue))
            .toList();
    List<TrafficClass> named = classes.classes();
    if (named.size() > free.size()) {
      throw new UserInputException(
          "%s: %d classes, but below sonic.control-queue switches with SONiC have queues %s for them, without those of data, of other traffic and the lossless ones: take fewer, or sonic.control-queue=%d"
              .formatted(named.get(free.size()).key("dscp"), named.size(), free, LAST_QUEUE));
    }
    List<DataQueue> queues = new ArrayList<>();
    queues.add(
        new DataQueue(
            sonic.dataQueue(),
            DscpPlan.DEFAULT.data(),
            Math.max(1, classes.weight()),
            exponent(way, 0)));
    for (TrafficClass one : named) {
      int queue = queues.size();
      queues.add(
          new DataQueue(free.get(queue - 1), one.dscp(), one.weight(), exponent(way, queue)));
    }
    return queues;
  }

  private Optional<Integer> exponent(Adjacency way, int queue) {
    Optional<Double> alpha = switchPorts.sharing(way, queue).map(QueueConfig.Sharing::alpha);
    Optional<Integer> exponent = alpha.map(Math::getExponent);
    if (!exponent.map(power -> Math.scalb(1.0, power)).equals(alpha)
        || exponent.filter(power -> power < Shared.LEAST || power > Shared.MOST).isPresent()) {
      throw new UserInputException(
          "%s is %s, but SONiC's dynamic_th takes powers of 2 from 2^%d to 2^%d"
              .formatted(
                  classes.key(queue, "alpha", TrafficClass::alpha, SettingKeys.BUFFER_ALPHA),
                  BigDecimal.valueOf(alpha.orElseThrow()).stripTrailingZeros().toPlainString(),
                  Shared.LEAST,
                  Shared.MOST));
    }
    return exponent;
  }

  /** SONiC's queue has one threshold, a fixed or a dynamic one, and a box has one pool. */
  private Shared shared(List<Switch> parts) {
    long poolBytes = spec.settings().get(SettingKeys.BUFFER_SIZE);
    String size = "buffer.size is " + spec.settings().text(SettingKeys.BUFFER_SIZE) + ", but ";
    if (parts.size() > 1) {
      throw new UserInputException(
          size
              + parts.stream().map(Switch::name).collect(Collectors.joining(" and "))
              + " are parts of one chip with one memory: give it to the queues apart (queue.size)");
    }
    for (Adjacency way : topology.adjacencies(parts.getFirst())) {
      List<PortPlan> plans = switchPorts.plans(way);
      for (int queue = 0; queue < plans.size(); queue++) {
        long dataBytes = plans.get(queue).dataBytes();
        if (dataBytes < poolBytes) {
          String key = classes.key(queue, "size", TrafficClass::size, SettingKeys.QUEUE_SIZE);
          throw new UserInputException(
              size
                  + "%s bounds a queue to %d B, and a queue of SONiC's has one threshold: say"
                      .formatted(key, dataBytes)
                  + " %s of buffer.size or more".formatted(key));
        }
      }
    }
    long reservedBytes = spec.settings().get(SettingKeys.BUFFER_RESERVED);
    return new Shared(poolBytes, reservedBytes);
  }

  /** Addresses of links between routed ports: a /31 (RFC 3021) for each, by the link's index. */
  static final class LinkAddresses {
    private final String text;
    private final Ipv4Prefix prefix;

    /**
     * Takes the addresses from a prefix.
     *
     * @param text a prefix, dotted, with its length
     */
    LinkAddresses(String text) {
      this.text = text;
      prefix = Ipv4Prefix.parse(text);
    }

    /** The address of one end of a link, dotted. */
    String of(Link link, Port end) {
      long offset = 2L * link.index() + (link.b().equals(end) ? 1 : 0);
      if (offset >= prefix.size()) {
        throw new UserInputException(
            "sonic.link-prefix " + text + " has too few addresses for link " + link.index());
      }
      return prefix.network().plus((int) offset).toString();
    }

    /** The same with the length of the link's prefix. */
    String withLength(Link link, Port end) {
      return of(link, end) + "/31";
    }
  }

  /**
   * The settings that SONiC switches are configured with. A queue is a traffic class too.
   *
   * @param linkPrefix addresses for links: at most /30, so that two links fit
   * @param pool a key of BUFFER_POOL
   * @param controlQueue served before the others
   * @param fec of every port
   * @param autoneg of every port
   * @param noTrimFrom dotted, with its length
   */
  public record SonicSettings(
      @Setting(
              defaultValue = "172.16.0.0/16",
              meaning = "Addresses of links, a /31 each; hosts keep theirs from 10.0.0.1 on.")
          String linkPrefix,
      @Setting(
              defaultValue = "egress_lossy_pool",
              meaning = "Buffer pool of the queues, a key of BUFFER_POOL.")
          String pool,
      @Setting(defaultValue = "0", meaning = "Queue and traffic class of data packets.")
          int dataQueue,
      @Setting(defaultValue = "1", meaning = "Queue and traffic class of all other traffic.")
          int otherQueue,
      @Setting(
              defaultValue = "6",
              meaning =
                  "Queue and traffic class of ACKs, NACKs, credits and trimmed packets, served"
                      + " first.")
          int controlQueue,
      @Setting(defaultValue = "9100", meaning = "MTU of every port, bytes.") int mtu,
      @Setting(
              defaultValue = "by-lane",
              meaning =
                  "Forward error correction of every port; by-lane: rs where a lane runs at 50 Gbps"
                      + " or more, else as it is.")
          PortLine.Fec fec,
      @Setting(defaultValue = "keep", meaning = "Autonegotiation of every port.")
          PortLine.Autoneg autoneg,
      @Setting(
              defaultValue = SettingKey.NONE,
              meaning =
                  "Sources whose packets an ACL has dropped where others are trimmed, a prefix.")
          String noTrimFrom) {

    /** The keys {@code sonic.*}. */
    static final SettingsSection<SonicSettings> SECTION =
        new SettingsSection<>("sonic", SonicSettings.class);

    private static final int LONGEST_LINK_PREFIX = 30;
    private static final int LEAST_MTU = 1280;
    private static final int MOST_MTU = 9216;

    /** Checks the prefix and the numbers. */
    public SonicSettings {
      if (Ipv4Prefix.find(linkPrefix)
          .filter(prefix -> prefix.length() <= LONGEST_LINK_PREFIX)
          .isEmpty()) {
        throw new IllegalArgumentException(
            "'" + linkPrefix + "' is not a prefix, such as 172.16.0.0/16");
      }
      if (!noTrimFrom.equals(SettingKey.NONE) && Ipv4Prefix.find(noTrimFrom).isEmpty()) {
        throw new IllegalArgumentException(
            "'" + noTrimFrom + "' is not a prefix, such as 10.0.0.4/30");
      }
      SettingRange.require("data-queue", dataQueue, 0, LAST_QUEUE);
      SettingRange.require("other-queue", otherQueue, 0, LAST_QUEUE);
      SettingRange.require("control-queue", controlQueue, 0, LAST_QUEUE);
      SettingRange.require("mtu", mtu, LEAST_MTU, MOST_MTU);
    }
  }
}
