package io.smartt.softswitch.standalone;

import module java.base;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.PacketLedger.PacketBalance;
import io.smartt.base.counters.PacketLedger.PortDrops;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline.Digest;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.SwitchListener;
import io.smartt.softswitch.backend.Wire;
import io.smartt.softswitch.port.Frames;
import io.smartt.softswitch.port.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The embedded switch between its ports, each with a wire that is busy for as long as a packet
 * takes at the port's rate. One thread; time is an argument. Allocates nothing per packet in steady
 * state unless the log is on.
 */
final class PacketPath implements SwitchListener {
  private final EmbeddedSwitch device;
  private final Map<Integer, PortState> ports = new TreeMap<>();
  private final @Nullable PortState[] byNumber = new PortState[StandaloneSettings.MAX_PORT + 1];
  private final BitSet waiting = new BitSet();
  private final BitSet delayed = new BitSet();
  private final BitSet onTheWire = new BitSet();
  private final BitSet delivered = new BitSet();
  private final Packet in = new Packet(2048);
  private final Packet out = new Packet(2048);
  private final RandomGenerator random;
  private final SwitchLog log;
  private final Housekeeping.SeldomWarning warnings;
  private final SwitchTrace trace;
  private @Nullable EmbeddedDevice learner;
  private StandaloneSwitch.@Nullable QueueWatch watch;
  private boolean newlyReady;
  private long onTheWireBefore;
  private long latestPs;

  /**
   * @param random decides what wires lose
   */
  PacketPath(
      StandaloneSettings settings,
      Map<Integer, SwitchPort> attached,
      RandomGenerator random,
      SwitchLog log) {
    this.random = random;
    this.log = log;
    this.warnings = new Housekeeping.SeldomWarning(settings.name(), log);
    this.trace = new SwitchTrace(log);
    BitSet numbers = new BitSet();
    attached.forEach((number, port) -> {
      PortState state = new PortState(number, port);
      ports.put(number, state);
      byNumber[number] = state;
      numbers.set(number);
    });
    this.device =
        new EmbeddedSwitch(
            settings.name(),
            numbers,
            OptionalInt.of(settings.dropPort()),
            Collections.nCopies(settings.queues(), QueueConfig.packets(settings.queuePackets())),
            this);
  }

  EmbeddedSwitch device() {
    return device;
  }

  /** Returns who hears what packets meet. */
  SwitchTrace trace() {
    return trace;
  }

  /** Returns what is said of packets that ask for too much. */
  Housekeeping.SeldomWarning warnings() {
    return warnings;
  }

  /** Ports in the order of their numbers. */
  Collection<PortState> ports() {
    return ports.values();
  }

  PortState port(int number) {
    PortState port = ports.get(number);
    if (port == null) {
      throw new NoSuchElementException(
          "the switch has no port " + number + "; it has " + ports.keySet());
    }
    return port;
  }

  /**
   * Returns where packets began and ended, as far as this switch knows: not what hosts sent and
   * received.
   *
   * @param cpuPort the port whose other end are controllers
   */
  PacketLedger packets(OptionalInt cpuPort) {
    PacketBalance balance = device.balance();
    Map<PacketLedger.Source, Long> from = new EnumMap<>(PacketLedger.Source.class);
    Map<PacketLedger.End, Long> to = new EnumMap<>(PacketLedger.End.class);
    from.put(PacketLedger.Source.BEFORE, balance.waitingBefore() + onTheWireBefore);
    from.put(PacketLedger.Source.COPIES, balance.copied());
    to.put(PacketLedger.End.COPIES, balance.replicated());
    to.put(PacketLedger.End.QUEUED, balance.waiting());
    to.put(PacketLedger.End.IN_FLIGHT, onTheWire());
    PortState cpu = cpuPort.isPresent() ? ports.get(cpuPort.getAsInt()) : null;
    from.put(PacketLedger.Source.CONTROLLERS, cpu == null ? 0 : cpu.receivedPackets);
    to.put(PacketLedger.End.CONTROLLERS, cpu == null ? 0 : cpu.sentPackets);
    Drops dropped = Drops.of(Drops.DropReason.QUEUE_FULL, device.trafficManager().droppedPackets());
    List<PortDrops> drops = new ArrayList<>();
    for (PortState port : ports.values()) {
      drops.add(
          new PortDrops(device.name(), port.number, device.drops(port.number).plus(port.drops())));
    }
    if (!ports.containsKey(0)) {
      // What began in the switch and found no way out.
      drops.add(new PortDrops(device.name(), 0, device.drops(0)));
    }
    for (PortDrops port : drops) {
      dropped = dropped.plus(port.drops());
    }
    return new PacketLedger(from, to, dropped, drops);
  }

  private long onTheWire() {
    return ports.values().stream().mapToLong(PortState::onTheWire).sum();
  }

  /** Counts anew: ports, queues, links, and what reached no queue. */
  void clearCounters() {
    ports.values().forEach(PortState::clearCounters);
    device.clearCounters();
    onTheWireBefore = onTheWire();
  }

  /** Names the receiver of digests. */
  void learnInto(EmbeddedDevice newLearner) {
    learner = newLearner;
  }

  /** Tells when queues change. */
  void watch(StandaloneSwitch.QueueWatch newWatch) {
    watch = newWatch;
  }

  /** Takes in a packet and sends what can go at once. */
  void receive(int number, Packet packet, long nowPs) {
    arrive(number, packet, nowPs);
    serve(nowPs);
  }

  /** A packet came to a port's far end: takes it in, now or when the port's wire has let it by. */
  void arrive(int number, Packet packet, long nowPs) {
    PortState port = port(number);
    Wire wire = port.wire;
    if (!wire.fromHost()) {
      accept(port, packet, nowPs);
    } else if (!port.losesIn(packet, random)) {
      port.inbound.add(
          packet, nowPs + wire.inPs(packet.length(), port.rateBps) + port.jitterPs(random));
      delayed.set(number);
    }
  }

  private void accept(PortState port, Packet packet, long nowPs) {
    int number = port.number;
    latestPs = nowPs;
    port.received(packet);
    log.dump("Received on", number, packet);
    device.receive(number, packet, nowPs);
  }

  /**
   * Sends what can go now; it may wait for {@link #push} to leave.
   *
   * @return when there is more to send, or {@link Long#MAX_VALUE}
   */
  long serve(long nowPs) {
    long next = acceptDue(nowPs);
    long nextFree;
    do {
      newlyReady = false;
      nextFree = serveOnce(nowPs);
      // Egress may have queued something for a port that was passed over already.
    } while (newlyReady);
    if (trace.isOn()) {
      trace.packets().settle();
    }
    return Math.min(Math.min(next, nextFree), deliverDue(nowPs));
  }

  /** Lets what was sent leave. */
  void push() {
    for (int i = delivered.nextSetBit(0); i >= 0; i = delivered.nextSetBit(i + 1)) {
      Objects.requireNonNull(byNumber[i]).attached.push();
    }
    delivered.clear();
  }

  private long acceptDue(long nowPs) {
    long next = Long.MAX_VALUE;
    for (int i = delayed.nextSetBit(0); i >= 0; i = delayed.nextSetBit(i + 1)) {
      PortState port = Objects.requireNonNull(byNumber[i]);
      while (port.inbound.nextPs() <= nowPs) {
        long atPs = port.inbound.nextPs();
        port.inbound.remove(in);
        accept(port, in, atPs);
      }
      next = Math.min(next, port.inbound.nextPs());
      if (port.inbound.isEmpty()) {
        delayed.clear(i);
      }
    }
    return next;
  }

  private long deliverDue(long nowPs) {
    long next = Long.MAX_VALUE;
    for (int i = onTheWire.nextSetBit(0); i >= 0; i = onTheWire.nextSetBit(i + 1)) {
      PortState port = Objects.requireNonNull(byNumber[i]);
      if (port.outbound.nextPs() <= nowPs) {
        delivered.set(i);
      }
      next = Math.min(next, port.deliverDue(nowPs, out));
      if (port.outbound.isEmpty()) {
        onTheWire.clear(i);
      }
    }
    return next;
  }

  private long serveOnce(long nowPs) {
    long next = Long.MAX_VALUE;
    for (int i = waiting.nextSetBit(0); i >= 0; i = waiting.nextSetBit(i + 1)) {
      PortState port = byNumber[i];
      if (port == null) {
        continue;
      }
      while (port.isFree(nowPs) && device.transmit(i, nowPs, out)) {
        note(i);
        port.send(out, nowPs, random);
        (port.outbound.isEmpty() ? delivered : onTheWire).set(i);
        if (watch != null) {
          watch.changed(i, nowPs);
          if (port.hasRate()) {
            watch.sent(i, port.busyFromPs(), port.freePs());
          }
        }
      }
      boolean more = device.trafficManager().hasPackets(i);
      port.setWaiting(more);
      if (more) {
        next = Math.min(next, port.freePs());
      } else {
        waiting.clear(i);
      }
    }
    return next;
  }

  private void note(int number) {
    if (trace.isOn()) {
      trace.packets().sent(number, Frames.bytes(out));
    }
    log.dump("Sent on", number, out);
  }

  @Override
  public void portReady(int port) {
    waiting.set(port);
    newlyReady = true;
    if (watch != null) {
      watch.changed(port, latestPs);
    }
  }

  @Override
  public void trimmed(long nowPs, int port, int queue, int receivedBytes) {
    if (watch != null) {
      watch.trimmed(port, queue, nowPs);
    }
  }

  @Override
  public void digest(long nowPs, Digest digest) {
    if (learner != null) {
      learner.digest(nowPs, digest);
    }
  }

  @Override
  public void marked(long nowPs, int port, int queue, int depthPackets) {
    if (watch != null) {
      watch.marked(port, queue, nowPs);
    }
  }

  @Override
  public void dropped(long nowPs, int port) {
    if (watch != null) {
      watch.dropped(port, nowPs);
    }
  }

  @Override
  public void notQueued(PacketContext context, int port) {
    if (trace.isOn()) {
      trace
          .packets()
          .notQueued(
              context,
              device.hasPort(port)
                  ? "queue of port " + port + " is full or missing"
                  : "there is no port " + port);
    }
  }

  @Override
  public void endless(long nowPs, SwitchListener.EndlessRequest request) {
    warnings.warn(nowPs, request.control() + request.asked() + request.kind(), request.text());
  }
}
