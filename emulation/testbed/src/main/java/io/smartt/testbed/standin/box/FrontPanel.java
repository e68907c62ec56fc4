package io.smartt.testbed.standin.box;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.channel.EventLoop;
import io.smartt.base.counters.QueueCounters;
import io.smartt.controller.address.Ipv4;
import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.controller.address.Mac;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.testbed.standin.asic.AsicPort;
import io.smartt.testbed.standin.asic.AsicTables;
import io.smartt.testbed.standin.asic.RouteTable;
import io.smartt.testbed.standin.asic.RouteTable.NextHop;
import io.smartt.testbed.standin.asic.RouterPipeline;
import io.smartt.testbed.standin.box.StandInRequest.FrontPort;
import io.smartt.testbed.standin.sonic.Fault;

/** The front ports of a stand-in and the chip between them. */
final class FrontPanel implements AutoCloseable {
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final List<FrontPort> ports;
  private final Chip<RouterPipeline> chip;
  private final UnaryOperator<QueueConfig.Trimming> trims;
  private final boolean countsEntered;
  private volatile Map<Integer, Integer> addresses = Map.of();

  private FrontPanel(StandInRequest request, Chip<RouterPipeline> chip) {
    ports = request.ports();
    countsEntered = request.faults().contains(new Fault.Trims("counts-entered", 0));
    trims = trimming -> Fault.trims(request.faults(), trimming);
    this.chip = chip;
    ports.forEach(port -> numbers.put(port.name(), numbers.size() + 1));
  }

  /**
   * Opens the interfaces and forwards nothing yet.
   *
   * @param namespace that the interfaces are in; empty: this process's
   * @throws io.smartt.base.failure.RunFailedException naming the interface and what is missing
   */
  static FrontPanel open(
      StandInRequest request, Optional<NetworkNamespace> namespace, EventLoop loop) {
    String name = request.name();
    List<FrontPort> ports = request.ports();
    Map<Integer, FrontPort> numbered = new LinkedHashMap<>();
    ports.forEach(port -> numbered.put(numbered.size() + 1, port));
    return new FrontPanel(
        request,
        Chip.open(
            name,
            numbered,
            namespace,
            loop,
            AsicPort.CLASSES,
            (depths, bounds) ->
                new RouterPipeline(depths, bounds, new SplittableRandom(name.hashCode()))));
  }

  /** Forwards by a configuration. */
  void follow(ConfigView config) {
    Map<Integer, PortSetup> wanted = new HashMap<>();
    Map<Integer, Integer> own = new HashMap<>();
    QueueCompiler queues = new QueueCompiler(config, trims);
    for (FrontPort port : ports) {
      int number = numbers.getOrDefault(port.name(), 0);
      wanted.put(number, queues.setup(port));
      config.addresses(port.name()).stream()
          .findFirst()
          .ifPresent(text -> own.put(number, Ipv4.parse(text.split("/", -1)[0]).bits()));
    }
    addresses = Map.copyOf(own);
    AsicTables tables = new ForwardingCompiler(config, numbers, chip.pipeline().tables()).tables();
    chip.device().setUp(wanted);
    chip.pipeline().forwardBy(tables);
  }

  /** Asks for the neighbours that routes need and nobody has answered for. */
  void resolve() {
    AsicTables tables = chip.pipeline().tables();
    tables.hops().stream()
        .filter(hop -> hop.mac() == NextHop.UNKNOWN && addresses.containsKey(hop.port()))
        .map(hop -> new Question(hop.port(), hop.address()))
        .distinct()
        .forEach(question ->
            chip.device()
                .device()
                .packetOut(
                    RouterPipeline.arpRequest(
                        question.port(),
                        tables.routerMac(),
                        addresses.getOrDefault(question.port(), 0),
                        question.address())));
  }

  private record Question(int port, int address) {}

  /** Returns what has been counted by queue, {@code Ethernet0:6}. */
  Map<String, QueueCounters> counted() {
    Map<String, QueueCounters> counted = new LinkedHashMap<>();
    for (QueueStatus queue : chip.device().queues()) {
      if (queue.port() <= ports.size()) {
        QueueCounters counters = countsEntered ? queue.counters() : queue.counters().asInSai();
        counted.put(
            ports.get(queue.port() - 1).name() + ":" + queue.queue(),
            counters.plusDropped(chip.pipeline().dropped(queue.port(), queue.queue())));
      }
    }
    return counted;
  }

  @Override
  public void close() {
    chip.close();
  }

  /**
   * Works out what the chip forwards by. As on a switch, what counts is what the daemons made of
   * the configuration: an interface that was not bound is in its old VRF, and a route over it is
   * not there.
   *
   * @param numbers of ports by name
   * @param before what was forwarded by until now: what ARP learnt of ports that stay up is kept
   */
  record ForwardingCompiler(ConfigView config, Map<String, Integer> numbers, AsicTables before) {
    AsicTables tables() {
      long mac =
          config
              .field("DEVICE_METADATA", "localhost", "mac")
              .map(ForwardingCompiler::mac)
              .orElse(NextHop.UNKNOWN);
      Map<String, RouteTable> vrfs = new HashMap<>();
      List<NextHop> hops = new ArrayList<>();
      Map<Integer, AsicPort> ports = new TreeMap<>();
      QueueCompiler queues = new QueueCompiler(config, UnaryOperator.identity());
      numbers.forEach((name, number) -> {
        Optional<String> vrf = config.vrf(name).filter(at -> config.isUp(name));
        Optional<RouteTable> routes =
            vrf.map(at -> vrfs.computeIfAbsent(at, wanted -> new RouteTable(routes(wanted))));
        ports.put(
            number,
            new AsicPort(
                routes.orElse(null),
                config.addresses(name).stream().map(ForwardingCompiler::own).toList(),
                queues.classOfDscp(name),
                queues.queueOfClass(name),
                queues.wreds(name),
                untrimmed(name)));
      });
      vrfs.values().forEach(table -> hops.addAll(table.hops()));
      return new AsicTables(mac, Long.hashCode(mac), ports, hops);
    }

    /**
     * The sources that rules of a port have with DISABLE_TRIM, whose table has a type with this
     * action (sonic-swss e6b0c5b5, orchagent/aclorch.cpp:117, 2204; saiacl.h:3482).
     */
    private List<Ipv4Prefix> untrimmed(String port) {
      List<Ipv4Prefix> sources = new ArrayList<>();
      for (String key : config.keys("ACL_RULE")) {
        JsonNode table = config.object("ACL_TABLE", key.split("\\|", -1)[0]);
        JsonNode type = config.object("ACL_TABLE_TYPE", table.path("type").asText());
        if (table.path("stage").asText("INGRESS").equalsIgnoreCase("INGRESS")
            && has(table.path("ports"), port)
            && has(type.path("ACTIONS"), "DISABLE_TRIM_ACTION")
            && config.field("ACL_RULE", key, "PACKET_ACTION").equals(Optional.of("DISABLE_TRIM"))) {
          config.field("ACL_RULE", key, "SRC_IP").flatMap(Ipv4Prefix::find).ifPresent(sources::add);
        }
      }
      return sources;
    }

    private static boolean has(JsonNode list, String text) {
      return list.valueStream().anyMatch(one -> one.asText().equals(text));
    }

    private static int own(String withLength) {
      return Ipv4.parse(withLength.split("/", -1)[0]).bits();
    }

    private List<RouteTable.Route> routes(String vrf) {
      List<RouteTable.Route> routes = new ArrayList<>();
      for (String key : config.keys("STATIC_ROUTE")) {
        String[] parts = key.split("\\|", -1);
        String of = parts.length == 2 ? parts[0] : "";
        Optional<Ipv4Prefix> prefix = Ipv4Prefix.find(parts[parts.length - 1]);
        if (of.equals(vrf) && prefix.isPresent()) {
          routes.add(
              new RouteTable.Route(
                  prefix.get().network().bits(), prefix.get().length(), hops(vrf, key)));
        }
      }
      return routes;
    }

    /**
     * Returns the hops that the kernel takes: over an interface of the VRF that is up and on their
     * link.
     */
    private List<NextHop> hops(String vrf, String key) {
      String[] addresses = list(key, "nexthop");
      String[] ports = list(key, "ifname");
      List<NextHop> hops = new ArrayList<>();
      for (int i = 0; i < Math.min(addresses.length, ports.length); i++) {
        String port = ports[i];
        Integer number = numbers.get(port);
        if (number != null
            && config.isUp(port)
            && config.vrf(port).filter(vrf::equals).isPresent()
            && isOnLink(port, Ipv4.parse(addresses[i]))) {
          hops.add(hop(port, number, addresses[i]));
        }
      }
      return hops;
    }

    private String[] list(String key, String field) {
      return config
          .field("STATIC_ROUTE", key, field)
          .map(text -> text.split(",", -1))
          .orElse(new String[0]);
    }

    private boolean isOnLink(String port, Ipv4 address) {
      return config.addresses(port).stream()
          .map(own -> own.split("/", -1))
          .map(own -> Ipv4Prefix.containing(Ipv4.parse(own[0]), Integer.parseInt(own[1])))
          .anyMatch(link -> link.contains(address));
    }

    private NextHop hop(String port, int number, String text) {
      int address = Ipv4.parse(text).bits();
      NextHop hop =
          new NextHop(
              number,
              address,
              config
                  .staticNeighbour(port, text)
                  .map(ForwardingCompiler::mac)
                  .orElse(NextHop.UNKNOWN));
      if (hop.mac() == NextHop.UNKNOWN) {
        before.hops().stream()
            .filter(NextHop::isLearnt)
            .filter(old -> old.port() == number && old.address() == address)
            .findFirst()
            .ifPresent(old -> hop.learn(old.mac()));
      }
      return hop;
    }

    private static long mac(String text) {
      return Mac.parse(text).bits();
    }
  }
}
