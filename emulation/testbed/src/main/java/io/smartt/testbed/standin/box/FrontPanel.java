package io.smartt.testbed.standin.box;

import module java.base;

import io.netty.channel.EventLoop;
import io.smartt.base.counters.QueueCounters;
import io.smartt.controller.address.Ipv4;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.testbed.standin.asic.AsicPort;
import io.smartt.testbed.standin.asic.AsicTables;
import io.smartt.testbed.standin.asic.RouteTable.NextHop;
import io.smartt.testbed.standin.asic.RouterPipeline;
import io.smartt.testbed.standin.box.StandInRequest.FrontPort;

/** The front ports of a stand-in and the chip between them. */
final class FrontPanel implements AutoCloseable {
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final List<FrontPort> ports;
  private final Chip<RouterPipeline> chip;
  private final boolean trimKeepsChecksum;
  private volatile Map<Integer, Integer> addresses = Map.of();

  private FrontPanel(StandInRequest request, Chip<RouterPipeline> chip) {
    ports = request.ports();
    trimKeepsChecksum = request.trimKeepsChecksum();
    this.chip = chip;
    for (int i = 0; i < ports.size(); i++) {
      numbers.put(ports.get(i).name(), i + 1);
    }
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
    for (int i = 0; i < ports.size(); i++) {
      numbered.put(i + 1, ports.get(i));
    }
    return new FrontPanel(
        request,
        Chip.open(
            name,
            numbered,
            namespace,
            loop,
            AsicPort.CLASSES,
            depths -> new RouterPipeline(depths, new SplittableRandom(name.hashCode()))));
  }

  /** Forwards by a configuration. */
  void follow(ConfigView config) {
    Map<Integer, PortSetup> setups = new HashMap<>();
    Map<Integer, Integer> own = new HashMap<>();
    QueueCompiler queues = new QueueCompiler(config, trimKeepsChecksum);
    for (FrontPort port : ports) {
      int number = number(port.name());
      setups.put(number, queues.setup(port));
      config.addresses(port.name()).stream()
          .findFirst()
          .ifPresent(text -> own.put(number, Ipv4.parse(text.split("/", -1)[0]).bits()));
    }
    addresses = Map.copyOf(own);
    AsicTables tables = new ForwardingCompiler(config, numbers, chip.pipeline().tables()).tables();
    chip.device().setUp(setups);
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
                    RouterPipeline.ArpRequest.of(
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
        counted.put(ports.get(queue.port() - 1).name() + ":" + queue.queue(), queue.counters());
      }
    }
    return counted;
  }

  private int number(String name) {
    return numbers.getOrDefault(name, 0);
  }

  @Override
  public void close() {
    chip.close();
  }
}
