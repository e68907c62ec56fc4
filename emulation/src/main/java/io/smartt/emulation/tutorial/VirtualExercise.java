package io.smartt.emulation.tutorial;

import io.smartt.emulation.fabric.virtual.station.LinkEnd;
import io.smartt.emulation.fabric.virtual.station.LinkWatch;
import io.smartt.emulation.fabric.virtual.station.StationNetwork;
import io.smartt.emulation.fabric.virtual.station.VirtualHost;
import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.EmbeddedSwitch;
import io.smartt.emulation.softswitch.QueueConfig;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;

/**
 * An exercise in virtual time: virtual hosts, embedded switches with 64 packets a queue as
 * simple_switch has, links with their rate and latency. With a controller in another process,
 * virtual time goes no faster than real time, and its calls run in between.
 */
final class VirtualExercise implements ExerciseFabric {
  private static final int QUEUE_PACKETS = 64;
  private static final long REST_PS = 60_000_000_000_000L;
  private static final long PING_PS = 5_000_000_000_000L;
  private static final long PACED_PING_PS = 1_000_000_000_000L;
  private static final long QUIET_PS = 700_000_000_000L;
  private static final long TICK_PS = 1_000_000_000L;
  private static final long PS_PER_NS = 1_000;

  private final Exercise exercise;
  private final StationNetwork network = new StationNetwork(LinkWatch.NONE);
  private final Map<String, VirtualHost> hosts = new LinkedHashMap<>();
  private final Map<String, EmbeddedSwitch> switches = new LinkedHashMap<>();
  private final List<EmbeddedDevice> devices = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Optional<ControllerCalls> controllerCalls;
  private int pings;

  /**
   * Builds it; the switches have no program yet.
   *
   * @param controlled whether a controller in another process will have its say
   */
  VirtualExercise(Exercise exercise, long seed, boolean controlled) {
    this.exercise = exercise;
    controllerCalls = controlled ? Optional.of(new ControllerCalls()) : Optional.empty();
    exercise
        .hosts()
        .forEach((name, spec) -> {
          VirtualHost host = VirtualHost.in(network, name, spec.ip(), spec.mac(), spec.commands());
          hosts.put(name, host);
          host.unknownCommands()
              .forEach(command -> notes.add(name + ": '" + command + "' is run only on netns"));
        });
    SplittableRandom random = new SplittableRandom(seed);
    exercise
        .switches()
        .forEach((name, spec) -> {
          ControllerPort port = new ControllerPort(network, spec.cpuPort());
          EmbeddedSwitch sw =
              network.addSwitch(
                  name,
                  ports(name, spec),
                  Collections.nCopies(
                      Math.max(1, spec.priorityQueues()), QueueConfig.packets(QUEUE_PACKETS)),
                  port);
          SplittableRandom own = random.split();
          EmbeddedDevice device = new EmbeddedDevice(spec.deviceId(), sw, own::split, port);
          port.connect(sw, device);
          switches.put(name, sw);
          devices.add(device);
        });
    for (Exercise.LinkSpec link : exercise.links()) {
      network.link(end(link.a()), end(link.b()), link.rateBps(), link.delayPs());
    }
  }

  private BitSet ports(String name, Exercise.SwitchSpec spec) {
    BitSet ports = new BitSet();
    exercise.ports(name).keySet().forEach(ports::set);
    spec.cpuPort().ifPresent(ports::set);
    return ports;
  }

  private LinkEnd end(Exercise.End end) {
    VirtualHost host = hosts.get(end.node());
    if (host != null) {
      return host.end();
    }
    EmbeddedSwitch device = Optional.ofNullable(switches.get(end.node())).orElseThrow();
    return new LinkEnd.OfSwitch(device, end.port());
  }

  @Override
  public List<EmbeddedDevice> devices() {
    return devices;
  }

  @Override
  public Optional<Executor> controllerCalls() {
    return controllerCalls.map(calls -> calls);
  }

  @Override
  public Map<String, VirtualHost> hosts() {
    return Collections.unmodifiableMap(hosts);
  }

  @Override
  public List<String> notes() {
    return notes;
  }

  @Override
  public long nowPs() {
    return network.nowPs();
  }

  @Override
  public void at(long timePs, Runnable what) {
    network.at(timePs, what);
  }

  @Override
  public boolean answers(VirtualHost from, VirtualHost to) {
    int id = ++pings & 0xffff;
    from.ping(to.ip(), id, 1);
    if (controllerCalls.isPresent()) {
      long endPs = network.nowPs() + PACED_PING_PS;
      while (from.answeredPs(id).isEmpty() && network.nowPs() < endPs) {
        pass(TICK_PS);
      }
    } else {
      boolean _ = network.runToRest(network.nowPs() + PING_PS);
    }
    return from.answeredPs(id).isPresent();
  }

  @Override
  public void rest() {
    long endPs = network.nowPs() + REST_PS;
    if (controllerCalls.isEmpty()) {
      boolean _ = network.runToRest(endPs);
      return;
    }
    int seen;
    do {
      seen = received();
      pass(QUIET_PS);
    } while (network.nowPs() < endPs && (network.isBusy() || received() > seen));
  }

  private int received() {
    return hosts.values().stream().mapToInt(host -> host.received().size()).sum();
  }

  @Override
  public void pass(long timePs) {
    if (controllerCalls.isEmpty()) {
      network.runUntil(network.nowPs() + timePs);
      return;
    }
    ControllerCalls calls = controllerCalls.get();
    long startNs = System.nanoTime();
    long startPs = network.nowPs();
    long passedPs;
    do {
      passedPs = Math.min(timePs, (System.nanoTime() - startNs) * PS_PER_NS);
      network.runUntil(startPs + passedPs);
      devices.forEach(device -> device.housekeeping(network.nowPs()));
      boolean _ = calls.runNext(TICK_PS / PS_PER_NS);
    } while (passedPs < timePs);
  }

  @Override
  public void close() {
    // There is nothing outside this object.
  }
}
