package io.smartt.softswitch.standalone;

import module java.base;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.failure.LinkLoss.LossProcess;
import io.smartt.base.topology.Serialisation;
import io.smartt.host.packetio.UnsentFrames;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.backend.Wire;
import io.smartt.softswitch.port.Frames;
import io.smartt.softswitch.port.SwitchPort;
import org.jspecify.annotations.Nullable;

/** One port as the switch's thread sees it: what it is attached to, its rate, what went by. */
final class PortState {
  /** No limit. */
  static final long UNLIMITED = 0;

  /**
   * The time that a busy port may be late and still send what it owes at once: long enough for an
   * ordinary preemption, short enough that the burst after it does not hide a queue.
   */
  private static final long CATCH_UP_PS = 5_000_000_000L;

  private static final long PS_PER_S = 1_000_000_000_000L;

  final int number;
  final SwitchPort attached;
  final DelayLine inbound = new DelayLine();
  final DelayLine outbound = new DelayLine();
  long rateBps = UNLIMITED;
  long ratePps = UNLIMITED;
  Wire wire = Wire.IDEAL;
  long receivedPackets;
  long receivedBytes;
  long sentPackets;
  long sentBytes;
  long sendLostPackets;
  long linkDownPackets;
  long linkLossPackets;
  private long lostBefore;
  private long unsentBefore;
  private long unsentBytesBefore;
  private @Nullable LossProcess outLoss;
  private @Nullable LossProcess inLoss;
  private long freePs = Long.MIN_VALUE;
  private long busyFromPs;
  private boolean waiting;

  PortState(int number, SwitchPort attached) {
    this.number = number;
    this.attached = attached;
  }

  void received(Packet packet) {
    receivedPackets++;
    receivedBytes += packet.length();
  }

  /** Counts anew. */
  void clearCounters() {
    receivedPackets = 0;
    receivedBytes = 0;
    sentPackets = 0;
    sentBytes = 0;
    sendLostPackets = 0;
    linkDownPackets = 0;
    linkLossPackets = 0;
    lostBefore += lostFrames();
    unsentBefore += unsent();
    unsentBytesBefore += unsentBytes();
  }

  /** Packets that a kernel lost before the switch saw them, or refused to send. */
  long kernelPackets() {
    return lostFrames() + unsent();
  }

  /** Returns whether the way to the far end loses a packet, which is then counted. */
  boolean losesOut(Packet packet, RandomGenerator random) {
    outLoss = drawing(outLoss, random);
    return loses(packet, outLoss);
  }

  /** Returns whether the way from a host loses a packet, which is then counted. */
  boolean losesIn(Packet packet, RandomGenerator random) {
    inLoss = drawing(inLoss, random);
    return loses(packet, inLoss);
  }

  /**
   * Returns what draws the wire's losses; bursts keep their state while the wire's loss stays as it
   * is.
   */
  private @Nullable LossProcess drawing(@Nullable LossProcess process, RandomGenerator random) {
    if (wire.loss().isNone()) {
      return null;
    }
    return process != null && process.loss().equals(wire.loss())
        ? process
        : new LossProcess(wire.loss(), random);
  }

  private boolean loses(Packet packet, @Nullable LossProcess process) {
    if (!wire.up()) {
      linkDownPackets++;
      return true;
    }
    if (process != null && process.loses(packet.length())) {
      linkLossPackets++;
      return true;
    }
    return false;
  }

  /** Draws how much later than others a packet arrives. */
  long jitterPs(RandomGenerator random) {
    return wire.jitterPs() == 0 ? 0 : random.nextLong(wire.jitterPs() + 1);
  }

  /** Packets on the link, in both directions. */
  int onTheWire() {
    return inbound.count + outbound.count;
  }

  /** Returns what was dropped at this port and not by the switch itself. */
  Drops drops() {
    Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
    drops.put(DropReason.LINK_DOWN, linkDownPackets);
    drops.put(DropReason.LINK_LOSS, linkLossPackets);
    boolean cpu = attached instanceof CpuPort;
    drops.put(DropReason.KERNEL, kernelPackets() + (cpu ? 0 : sendLostPackets));
    if (cpu) {
      drops.put(DropReason.CONTROLLER, sendLostPackets);
    }
    return new Drops(drops);
  }

  private long lostFrames() {
    return attached.lostFrames() - lostBefore;
  }

  /** Packets counted as sent that the port's interface refused afterwards. */
  private long unsent() {
    return attached.unsent().map(UnsentFrames::frames).orElse(0L) - unsentBefore;
  }

  private long unsentBytes() {
    return attached.unsent().map(UnsentFrames::bytes).orElse(0L) - unsentBytesBefore;
  }

  /** It at this moment. */
  StandaloneSwitch.PortStatus status() {
    long unsent = unsent();
    return new StandaloneSwitch.PortStatus(
        number,
        attached.attachment(),
        attached.isUp(),
        rateBps,
        new PacketByteCount(receivedPackets, receivedBytes),
        new PacketByteCount(sentPackets - unsent, sentBytes - unsentBytes()),
        attached.lostFrames(),
        sendLostPackets + unsent,
        attached.unsent().map(PortState::refused).orElse(Map.of()));
  }

  private static Map<String, Long> refused(UnsentFrames unsent) {
    return Arrays.stream(UnsentFrames.UnsentReason.values())
        .filter(reason -> unsent.frames(reason) > 0)
        .collect(Collectors.toMap(UnsentFrames.UnsentReason::text, unsent::frames));
  }

  /** Returns whether the wire is free. */
  boolean isFree(long nowPs) {
    return (rateBps == UNLIMITED && ratePps == UNLIMITED) || nowPs >= freePs;
  }

  /** Returns when the wire is free. */
  long freePs() {
    return freePs;
  }

  /** Returns when the last packet took the wire; of a port with a rate. */
  long busyFromPs() {
    return busyFromPs;
  }

  /** Returns whether packets take the wire for a time. */
  boolean hasRate() {
    return rateBps != UNLIMITED;
  }

  /**
   * Keeps the wire busy for as long as a packet takes, and sends it: at once, or when the wire's
   * delay is over.
   */
  void send(Packet packet, long nowPs, RandomGenerator random) {
    long start = nowPs;
    if (rateBps != UNLIMITED || ratePps != UNLIMITED) {
      // What waited for the wire follows without a gap, however late the thread comes.
      start = waiting ? Math.max(freePs, nowPs - CATCH_UP_PS) : nowPs;
      busyFromPs = start;
      freePs = start + busyPs(packet.length());
    }
    if (losesOut(packet, random)) {
      return;
    }
    long delayPs = wire.outPs() + jitterPs(random);
    if (delayPs == 0 && outbound.isEmpty()) {
      deliver(packet);
    } else {
      outbound.add(packet, (rateBps == UNLIMITED ? start : freePs) + delayPs);
    }
  }

  /** The slower of both rates counts. */
  private long busyPs(int length) {
    long onTheWirePs = rateBps == UNLIMITED ? 0 : Serialisation.ps(length, rateBps);
    return ratePps == UNLIMITED ? onTheWirePs : Math.max(onTheWirePs, PS_PER_S / ratePps);
  }

  /** Hands a packet to what the port is attached to. */
  void deliver(Packet packet) {
    if (attached.send(packet)) {
      sentPackets++;
      sentBytes += packet.length();
    } else {
      sendLostPackets++;
    }
  }

  /** Delivers what is due. Returns when the next is, or {@link Long#MAX_VALUE}. */
  long deliverDue(long nowPs, Packet scratch) {
    while (outbound.nextPs() <= nowPs) {
      outbound.remove(scratch);
      deliver(scratch);
    }
    return outbound.nextPs();
  }

  /** Notes whether something is waiting for the wire. */
  void setWaiting(boolean newWaiting) {
    waiting = newWaiting;
  }

  /** The port whose other end is the controllers: packet-in leaves by it, packet-out arrives. */
  static final class CpuPort implements SwitchPort {
    private volatile SwitchPort.@Nullable FrameReceiver receiver;
    private volatile @Nullable EmbeddedDevice device;

    /** Packet-in goes there. */
    void connect(EmbeddedDevice newDevice) {
      device = newDevice;
    }

    /** Packet-out. */
    void packetOut(byte[] frame) {
      SwitchPort.FrameReceiver to = receiver;
      if (to != null) {
        to.received(frame, 0, frame.length);
      }
    }

    @Override
    public String attachment() {
      return "cpu";
    }

    @Override
    public void start(SwitchPort.FrameReceiver newReceiver) {
      receiver = newReceiver;
    }

    @Override
    public boolean send(Packet frame) {
      EmbeddedDevice to = device;
      return to != null && to.packetIn(Frames.bytes(frame));
    }

    @Override
    public void close() {
      receiver = null;
    }
  }

  /**
   * Packets on their way along a cable, in order, each due at its time. Packets are exchanged, not
   * copied; allocates nothing once it has grown.
   */
  static final class DelayLine {
    private static final int FIRST_CAPACITY = 16;
    private static final int FRAME_CAPACITY = 2048;

    private @Nullable Packet[] packets = new Packet[FIRST_CAPACITY];
    private long[] duePs = new long[FIRST_CAPACITY];
    private int head;
    private int count;

    /** Takes a packet's content; what was there before is to be overwritten. */
    void add(Packet packet, long atPs) {
      if (count == packets.length) {
        grow();
      }
      int tail = (head + count) & (packets.length - 1);
      Packet slot = packets[tail];
      if (slot == null) {
        slot = new Packet(FRAME_CAPACITY);
        packets[tail] = slot;
      }
      slot.swap(packet);
      duePs[tail] = count == 0 ? atPs : Math.max(atPs, duePs[(tail - 1) & (packets.length - 1)]);
      count++;
    }

    boolean isEmpty() {
      return count == 0;
    }

    /** Returns when the first is due, or {@link Long#MAX_VALUE}. */
    long nextPs() {
      return count == 0 ? Long.MAX_VALUE : duePs[head];
    }

    /** Gives the first. */
    void remove(Packet into) {
      into.swap(Objects.requireNonNull(packets[head]));
      head = (head + 1) & (packets.length - 1);
      count--;
    }

    private void grow() {
      int capacity = packets.length;
      @Nullable Packet[] morePackets = new Packet[capacity * 2];
      long[] moreDue = new long[capacity * 2];
      for (int i = 0; i < capacity; i++) {
        int from = (head + i) & (capacity - 1);
        morePackets[i] = packets[from];
        moreDue[i] = duePs[from];
      }
      packets = morePackets;
      duePs = moreDue;
      head = 0;
    }
  }
}
