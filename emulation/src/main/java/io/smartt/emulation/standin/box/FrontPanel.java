package io.smartt.emulation.standin.box;

import io.netty.channel.EventLoop;
import io.smartt.controller.address.Ipv4;
import io.smartt.emulation.counters.QueueCounters;
import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.softswitch.EmbeddedSwitch;
import io.smartt.emulation.softswitch.backend.PortSetup;
import io.smartt.emulation.softswitch.backend.QueueStatus;
import io.smartt.emulation.softswitch.port.ChannelPort;
import io.smartt.emulation.softswitch.port.SwitchPort;
import io.smartt.emulation.softswitch.standalone.StandaloneSettings;
import io.smartt.emulation.softswitch.standalone.StandaloneSwitch;
import io.smartt.emulation.softswitch.standalone.SwitchLog;
import io.smartt.emulation.standin.asic.ArpRequest;
import io.smartt.emulation.standin.asic.AsicPort;
import io.smartt.emulation.standin.asic.AsicTables;
import io.smartt.emulation.standin.asic.NextHop;
import io.smartt.emulation.standin.asic.RouterPipeline;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketOptions;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/** The front ports of a stand-in and the chip between them. */
final class FrontPanel implements AutoCloseable {
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final List<FrontPort> ports;
  private final StandaloneSwitch device;
  private final RouterPipeline pipeline;
  private volatile Map<Integer, Integer> addresses = Map.of();

  private FrontPanel(
      String name,
      List<FrontPort> ports,
      Map<Integer, SwitchPort> attached,
      EventLoop loop,
      KernelClock clock) {
    this.ports = List.copyOf(ports);
    for (int i = 0; i < ports.size(); i++) {
      numbers.put(ports.get(i).name(), i + 1);
    }
    device =
        StandaloneSwitch.onLoop(
            loop,
            new StandaloneSettings(
                name,
                name.hashCode(),
                OptionalInt.of(RouterPipeline.CPU_PORT),
                RouterPipeline.DROP_PORT,
                AsicPort.CLASSES,
                StandaloneSettings.DEFAULT_QUEUE_PACKETS),
            attached,
            clock::nowPs,
            InstantSource.system(),
            SwitchLog.none());
    EmbeddedSwitch embedded = device.embedded();
    pipeline =
        new RouterPipeline(
            (port, queue) -> embedded.trafficManager().depthBytes(port, queue),
            new SplittableRandom(name.hashCode()));
  }

  /**
   * Opens the interfaces and forwards nothing yet.
   *
   * @param namespace that the interfaces are in; empty: this process's
   * @throws RunFailedException naming the interface and what is missing
   */
  static FrontPanel open(
      String name, List<FrontPort> ports, Optional<NetworkNamespace> namespace, EventLoop loop) {
    Map<Integer, SwitchPort> attached = new HashMap<>();
    // One clock: it counts from its making, and frames are stamped by it too.
    KernelClock clock = new KernelClock();
    try {
      for (int i = 0; i < ports.size(); i++) {
        String interfaceName = ports.get(i).interfaceName();
        PacketChannel channel =
            namespace.isPresent()
                ? namespace
                    .get()
                    .call(() -> PacketChannel.open(interfaceName, PacketOptions.SWITCH_PORT))
                : PacketChannel.open(interfaceName, PacketOptions.SWITCH_PORT);
        attached.put(i + 1, new ChannelPort(channel, loop, clock, List.of()));
      }
      FrontPanel panel = new FrontPanel(name, ports, attached, loop, clock);
      panel.device.device().run(panel.pipeline);
      panel.device.start();
      return panel;
    } catch (PacketIoException e) {
      attached.values().forEach(SwitchPort::close);
      throw new RunFailedException(name + ": " + e.getMessage(), e);
    }
  }

  /** Forwards by a configuration. */
  void follow(ConfigView config) {
    Map<Integer, PortSetup> setups = new HashMap<>();
    Map<Integer, Integer> own = new HashMap<>();
    QueueCompiler queues = new QueueCompiler(config);
    for (FrontPort port : ports) {
      int number = number(port.name());
      setups.put(number, queues.setup(port));
      config.addresses(port.name()).stream()
          .findFirst()
          .ifPresent(text -> own.put(number, Ipv4.parse(text.split("/", -1)[0]).bits()));
    }
    addresses = Map.copyOf(own);
    AsicTables tables = new ForwardingCompiler(config, numbers, pipeline.tables()).tables();
    device.setUp(setups);
    pipeline.forwardBy(tables);
  }

  /** Asks for the neighbours that routes need and nobody has answered for. */
  void resolve() {
    AsicTables tables = pipeline.tables();
    tables.hops().stream()
        .filter(hop -> hop.mac() == NextHop.UNKNOWN && addresses.containsKey(hop.port()))
        .map(hop -> new Question(hop.port(), hop.address()))
        .distinct()
        .forEach(question ->
            device
                .device()
                .packetOut(
                    ArpRequest.of(
                        question.port(),
                        tables.routerMac(),
                        addresses.getOrDefault(question.port(), 0),
                        question.address())));
  }

  private record Question(int port, int address) {}

  /** What has been counted by queue, {@code Ethernet0:6}. */
  Map<String, QueueCounters> counted() {
    Map<String, QueueCounters> counted = new LinkedHashMap<>();
    for (QueueStatus queue : device.queues()) {
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
    device.close();
  }
}
