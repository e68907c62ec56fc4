package io.smartt.emulation.softswitch.standalone;

import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.EmbeddedSwitch;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.SwitchListener;
import io.smartt.emulation.softswitch.port.SwitchPort;
import io.smartt.emulation.softswitch.standalone.SwitchLog.Level;
import io.smartt.p4.pipeline.Digest;
import io.smartt.p4.pipeline.Packet;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.TreeMap;
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
  private final Packet out = new Packet(2048);
  private final SwitchLog log;
  private final boolean detailed;
  private @Nullable EmbeddedDevice learner;
  private boolean newlyReady;

  PacketPath(StandaloneSettings settings, Map<Integer, SwitchPort> attached, SwitchLog log) {
    this.log = log;
    this.detailed = log.says(Level.DEBUG);
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

  /** Where digests go. */
  void learnInto(EmbeddedDevice newLearner) {
    learner = newLearner;
  }

  /** Takes in a packet and sends what can go at once. */
  void receive(int number, Packet packet, long nowPs) {
    PortState port = port(number);
    port.received(packet);
    if (detailed) {
      log.line(
          Level.DEBUG,
          "Processing packet of %d B received on port %d".formatted(packet.length(), number));
    }
    log.dump("Received on", number, packet);
    device.receive(number, packet, nowPs);
    serve(nowPs);
  }

  /**
   * Sends what can go now.
   *
   * @return when there is more to send, or {@link Long#MAX_VALUE}
   */
  long serve(long nowPs) {
    long next;
    do {
      newlyReady = false;
      next = serveOnce(nowPs);
      // Egress may have queued something for a port that was passed over already.
    } while (newlyReady);
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
        port.send(out, nowPs);
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
    if (detailed) {
      log.line(
          Level.DEBUG,
          "Transmitting packet of %d B out of port %d".formatted(out.length(), number));
    }
    log.dump("Sent on", number, out);
  }

  @Override
  public void portReady(int port) {
    waiting.set(port);
    newlyReady = true;
  }

  @Override
  public void digest(long nowPs, Digest digest) {
    if (learner != null) {
      learner.digest(nowPs, digest);
    }
  }

  @Override
  public void dropped(long nowPs, int port) {
    if (detailed) {
      log.line(Level.DEBUG, "Queue of port " + port + " is full or missing, packet dropped");
    }
  }
}
