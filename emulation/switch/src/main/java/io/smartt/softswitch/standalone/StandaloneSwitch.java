package io.smartt.softswitch.standalone;

import module java.base;

import io.netty.channel.EventLoop;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.input.UserInputException;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineProgram.PipelineLog;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.SwitchCounters;
import io.smartt.softswitch.SwitchEnvironment;
import io.smartt.softswitch.TrafficManager;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.softswitch.backend.Wire;
import io.smartt.softswitch.explain.PacketLog;
import io.smartt.softswitch.explain.SwitchEvent;
import io.smartt.softswitch.port.SwitchPort;
import io.smartt.softswitch.standalone.PortState.CpuPort;

/**
 * A P4 switch in real time: an embedded switch with its thread, its ports and its P4Runtime device.
 * A server in front of {@link #device} makes it programmable. Safe for many threads.
 */
public final class StandaloneSwitch implements SwitchBackend {
  private final StandaloneSettings settings;
  private final Map<Integer, SwitchPort> ports;
  private final PacketPath path;
  private final SwitchDriver thread;
  private final EmbeddedDevice device;
  private final Housekeeping housekeeping;

  /**
   * A switch that does nothing until it is started.
   *
   * @param attached what each port is attached to, the CPU port excepted
   * @param clockPs picoseconds since some moment, never backwards
   * @param wall tells controllers when something happened
   * @throws UserInputException naming a port number that cannot be
   */
  public StandaloneSwitch(
      StandaloneSettings settings,
      Map<Integer, SwitchPort> attached,
      LongSupplier clockPs,
      InstantSource wall,
      SwitchLog log) {
    this(
        settings,
        attached,
        clockPs,
        wall,
        log,
        path -> new SwitchThread(settings.name(), path, clockPs, log));
  }

  /**
   * A switch on an event loop, which its ports share; nothing else of it is different.
   *
   * @param attached ports whose frames come on the loop
   */
  public static StandaloneSwitch onLoop(
      EventLoop loop,
      StandaloneSettings settings,
      Map<Integer, SwitchPort> attached,
      LongSupplier clockPs,
      InstantSource wall,
      SwitchLog log) {
    return new StandaloneSwitch(
        settings, attached, clockPs, wall, log, path -> new LoopDriver(loop, path, clockPs, log));
  }

  private StandaloneSwitch(
      StandaloneSettings settings,
      Map<Integer, SwitchPort> attached,
      LongSupplier clockPs,
      InstantSource wall,
      SwitchLog log,
      Function<PacketPath, SwitchDriver> driver) {
    this.settings = settings;
    this.ports = new TreeMap<>(attached);
    ports.keySet().forEach(number -> requirePort(settings, number));
    Optional<CpuPort> cpu =
        settings.cpuPort().isPresent() ? Optional.of(new CpuPort()) : Optional.empty();
    cpu.ifPresent(port -> ports.put(settings.cpuPort().getAsInt(), port));
    SplittableRandom random = settings.random();
    this.path = new PacketPath(settings, ports, random.split(), log);
    this.thread = driver.apply(path);
    this.device =
        new EmbeddedDevice(
            settings.deviceId(),
            path.device(),
            random::split,
            new Environment(
                clockPs,
                wall,
                Map.copyOf(ports),
                settings.portNames(),
                cpu,
                Optional.of(path.trace().packets()),
                log));
    path.trace().connect(device::observe);
    cpu.ifPresent(port -> port.connect(device));
    path.learnInto(device);
    this.housekeeping = new Housekeeping(device, Map.copyOf(ports), clockPs, log, path.warnings());
  }

  private static void requirePort(StandaloneSettings settings, int number) {
    if (number < 0 || number > StandaloneSettings.MAX_PORT) {
      throw new UserInputException(
          "port %d: v1model's ports are 0 to %d".formatted(number, StandaloneSettings.MAX_PORT));
    }
    if (number == settings.dropPort()) {
      throw new UserInputException(
          "port %d is the drop port; choose another drop port to use it".formatted(number));
    }
    if (settings.cpuPort().isPresent() && settings.cpuPort().getAsInt() == number) {
      throw new UserInputException(
          "port %d is the CPU port, so nothing else can be attached to it".formatted(number));
    }
  }

  private record Environment(
      LongSupplier clockPs,
      InstantSource wall,
      Map<Integer, SwitchPort> ports,
      Map<Integer, String> portNames,
      Optional<CpuPort> cpu,
      Optional<PacketLog> packetLog,
      SwitchLog lines)
      implements SwitchEnvironment {
    private static final long PS_PER_NS = 1_000;

    @Override
    public long unixNs(long atNs) {
      long agoNs = clockPs.getAsLong() / PS_PER_NS - atNs;
      return ChronoUnit.NANOS.between(Instant.EPOCH, wall.instant()) - agoNs;
    }

    @Override
    public long nowPs() {
      return clockPs.getAsLong();
    }

    @Override
    public boolean linkUp(int port) {
      return Optional.ofNullable(ports.get(port)).map(SwitchPort::isUp).orElse(false);
    }

    @Override
    public void packetOut(byte[] frame) {
      cpu.orElseThrow(() ->
              new UnsupportedOperationException(
                  "this switch was started without --cpu-port, so it takes no packet from a"
                      + " controller"))
          .packetOut(frame);
    }

    @Override
    public PipelineLog log() {
      return text -> lines.line(SwitchLog.Level.INFO, text);
    }
  }

  /** Starts the switch's thread, then its ports. */
  public void start() {
    thread.start();
    ports.forEach((number, port) -> port.start(thread.receiver(number)));
    housekeeping.start();
  }

  /** The switch as its P4Runtime server sees it. */
  public EmbeddedDevice device() {
    return device;
  }

  /** Returns what it was started with. */
  public StandaloneSettings settings() {
    return settings;
  }

  /** Returns whether no packet waits in front of it or in it. */
  public boolean isIdle() {
    return thread.isIdle();
  }

  @Override
  public void setUp(Map<Integer, SwitchBackend.PortSetup> setups) {
    setups.forEach((number, setup) -> {
      Set<Integer> port = Set.of(number);
      setRate(port, setup.rateBps());
      setWire(number, setup.wire());
      for (int queue = 0; queue < setup.queues().size(); queue++) {
        setCapacity(port, Set.of(queue), setup.queues().get(queue));
      }
    });
  }

  @Override
  public void setLink(int port, long rateBps, Wire wire) {
    setRate(Set.of(port), rateBps);
    setWire(port, wire);
  }

  @Override
  public Map<Integer, Long> rates() {
    return ports().stream().collect(Collectors.toMap(PortStatus::number, PortStatus::rateBps));
  }

  @Override
  public Set<Integer> portsDown() {
    return ports.entrySet().stream()
        .filter(port -> !port.getValue().isUp())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  @Override
  public Map<Integer, Map<String, Long>> refused() {
    return ports().stream().collect(Collectors.toMap(PortStatus::number, PortStatus::refused));
  }

  @Override
  public List<QueueStatus> queues() {
    return queues(List.of());
  }

  @Override
  public SwitchCounts counts() {
    return thread.call(() ->
        SwitchCounts.of(settings.name(), queues(), counters(), lostOnWires())
            .with(path.packets(settings.cpuPort())));
  }

  /** Returns where packets began and ended, as far as this switch knows. */
  public PacketLedger packets() {
    return thread.call(() -> path.packets(settings.cpuPort()));
  }

  /** Its ports, by number. */
  public List<PortStatus> ports() {
    return thread.call(() -> path.ports().stream().map(PortState::status).toList());
  }

  /** Packets that reached no queue. */
  public SwitchCounters counters() {
    return thread.call(() -> path.device().counters());
  }

  /**
   * Queues at one moment, by port and number.
   *
   * @param numbers of ports; empty: all
   * @throws NoSuchElementException naming a port that the switch does not have
   */
  public List<QueueStatus> queues(Collection<Integer> numbers) {
    return thread.call(() -> {
      TrafficManager queues = path.device().trafficManager();
      List<QueueStatus> found = new ArrayList<>();
      for (PortState port : selected(numbers)) {
        for (int queue = 0; queue < queues.queuesPerPort(); queue++) {
          found.add(
              new QueueStatus(
                  port.number,
                  queue,
                  queues.config(port.number, queue),
                  queues.depthPackets(port.number, queue),
                  queues.depthBytes(port.number, queue),
                  queues.counters(port.number, queue)));
        }
      }
      return found;
    });
  }

  /**
   * Sets the rate of ports, shared by the queues of each.
   *
   * @param numbers of ports; empty: all but the CPU port
   * @param rateBps bits a second; 0: no limit
   * @throws NoSuchElementException naming a port that the switch does not have
   */
  public void setRate(Collection<Integer> numbers, long rateBps) {
    limit(numbers, port -> port.rateBps = rateBps);
  }

  /**
   * Sets how many packets a second leave ports, long or short; the rate in bits stays.
   *
   * @param numbers of ports; empty: all but the CPU port
   * @param ratePps packets a second; 0: no limit
   * @throws NoSuchElementException naming a port that the switch does not have
   */
  public void setPacketRate(Collection<Integer> numbers, long ratePps) {
    limit(numbers, port -> port.ratePps = ratePps);
  }

  private void limit(Collection<Integer> numbers, Consumer<PortState> rate) {
    thread.call(() -> {
      for (PortState port : selected(numbers)) {
        if (!numbers.isEmpty() || !(port.attached instanceof CpuPort)) {
          rate.accept(port);
        }
      }
      return true;
    });
  }

  /**
   * Sets what the cable of a port does to packets.
   *
   * @throws NoSuchElementException if the switch does not have the port
   */
  public void setWire(int number, Wire wire) {
    thread.call(() -> {
      path.port(number).wire = wire;
      return true;
    });
  }

  /** Returns what the cable of a port does to packets. */
  public Wire wire(int number) {
    return thread.call(() -> path.port(number).wire);
  }

  /** Packets that the cables of all ports lost. */
  public long lostOnWires() {
    return thread.call(() ->
        path.ports().stream().mapToLong(port -> port.linkDownPackets + port.linkLossPackets).sum());
  }

  /**
   * Tells a reader what packets meet, from the next one on, until it is done. All packets are many
   * times slower meanwhile.
   *
   * @return false where another one reads
   */
  public boolean attach(TraceReader reader) {
    return thread.call(() -> path.trace().attach(reader));
  }

  /** Ends what {@link #attach} began, where it has not ended. */
  public void detach(TraceReader reader) {
    thread.call(() -> {
      path.trace().detach(reader);
      return true;
    });
  }

  /** Counts anew: ports, queues, cables and what reached no queue. */
  @Override
  public void clearCounters() {
    thread.call(() -> {
      path.clearCounters();
      return true;
    });
  }

  /** Returns how late, on average, a switch on a loop took in frames and served wires. */
  @Override
  public SwitchLateness lateness() {
    return thread.lateness();
  }

  /** Makes a watch be called, on the switch's thread, whenever a queue changes. */
  public void watch(QueueWatch watch) {
    thread.call(() -> {
      path.watch(watch);
      return true;
    });
  }

  /** The embedded switch, for its thread. */
  public EmbeddedSwitch embedded() {
    return path.device();
  }

  /**
   * Sets how much may wait in queues; what waits already stays.
   *
   * @param numbers of ports; empty: all
   * @param queues empty: all queues of the ports
   * @throws NoSuchElementException naming a port or queue that the switch does not have
   */
  public void setCapacity(
      Collection<Integer> numbers, Collection<Integer> queues, QueueConfig config) {
    thread.call(() -> {
      List<Integer> ports = selected(numbers).stream().map(port -> port.number).toList();
      path.device().trafficManager().configure(ports, queues, config);
      return true;
    });
  }

  private Collection<PortState> selected(Collection<Integer> numbers) {
    return numbers.isEmpty()
        ? path.ports()
        : numbers.stream().distinct().sorted().map(path::port).toList();
  }

  /** Stops the switch, then its ports. */
  @Override
  public void close() {
    housekeeping.close();
    thread.close();
    ports.values().forEach(SwitchPort::close);
  }

  /** The switch was asked for something after it had stopped. */
  public static final class SwitchStoppedException extends IllegalStateException {
    SwitchStoppedException(Throwable cause) {
      super("the switch is stopped", cause);
    }
  }

  /**
   * One port at one moment.
   *
   * @param attachment what it is attached to, for people
   * @param rateBps bits a second; 0: no limit
   * @param receiveLostPackets lost before the switch saw them
   * @param sent what left, as far as the port can tell
   * @param sendLostPackets not taken by what the port is attached to, or refused by it later
   * @param refused of those, what the kernel refused, by its reason in words
   */
  public record PortStatus(
      int number,
      String attachment,
      boolean up,
      long rateBps,
      PacketByteCount received,
      PacketByteCount sent,
      long receiveLostPackets,
      long sendLostPackets,
      Map<String, Long> refused) {
    /** Copies. */
    public PortStatus {
      refused = Map.copyOf(refused);
    }
  }

  /** Reads along what packets meet in a running switch, on the switch's thread. Must not block. */
  public interface TraceReader {
    /** Returns whether lines about this event are wanted. Hears of every event. */
    boolean wants(long packet, int port, SwitchEvent event);

    /** A line as the log would have it. */
    void line(String text);

    /** Returns whether it has read enough. Asked after each event; the last call where it has. */
    boolean isDone();
  }

  /** Hears, on the switch's thread, that packets were queued for a port or left it. */
  @FunctionalInterface
  public interface QueueWatch {
    /** Its queues are not as they were. */
    void changed(int port, long nowPs);

    /**
     * A packet takes the wire of a port that has a rate, never before the one before it has left.
     *
     * @param toPs when its last bit leaves, on the switch's clock
     */
    default void sent(int port, long fromPs, long toPs) {}

    /** A packet leaves that was cut to its headers here. */
    default void trimmed(int port, int queue, long nowPs) {}

    /** A packet leaves that was marked CE here. */
    default void marked(int port, int queue, long nowPs) {}

    /** A packet for a port found no room. */
    default void dropped(int port, long nowPs) {}
  }
}
