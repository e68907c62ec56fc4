package io.smartt.bench.raw;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.realtime.netns.NamespaceNetwork;
import java.util.concurrent.atomic.AtomicLong;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.RawPacketListener;

/** Frames a second over one veth pair, sender and receiver on a core each, no switch. */
final class OneWay {
  private static final long WARM_UP_MS = 3_000;
  private static final long MEASURE_MS = 3_000;

  private final NetworkNamespace near;
  private final NetworkNamespace far;
  private final Topology topology;
  private final EventLoop sending;
  private final EventLoop receiving;
  private volatile boolean stopped;

  OneWay(NamespaceNetwork network, Topology topology, EventLoop sending, EventLoop receiving) {
    near = network.namespace(topology.hosts().getFirst());
    far = network.switches();
    this.topology = topology;
    this.sending = sending;
    this.receiving = receiving;
  }

  private ByteBuf frame(int bytes) {
    Host from = topology.hosts().getFirst();
    return TestFrames.of(from, topology.hosts().getLast(), bytes);
  }

  /** Received a second by {@link PacketChannel}s. */
  double packetChannel(int bytes) {
    Receiver receiver =
        new Receiver(
            far.call(() -> PacketChannel.open("s1-eth1", PacketOptions.SWITCH_PORT)),
            receiving,
            bytes);
    Sender sender =
        new Sender(
            near.call(() -> PacketChannel.open("h1-eth0", PacketOptions.SWITCH_PORT)),
            sending,
            frame(bytes));
    try {
      sender.start(1e9);
      Machine.sleepMs(WARM_UP_MS);
      long startNs = System.nanoTime();
      long before = receiver.count();
      Machine.sleepMs(MEASURE_MS);
      return (receiver.count() - before) * 1e9 / (System.nanoTime() - startNs);
    } finally {
      sender.close();
      receiver.close();
    }
  }

  /** Received a second by Pcap4J's loop, sent by its sendPacket. */
  double pcap4j(int bytes) {
    byte[] frame = new byte[bytes];
    frame(bytes).getBytes(0, frame);
    AtomicLong count = new AtomicLong();
    PcapHandle in = far.call(() -> open("s1-eth1"));
    PcapHandle out = near.call(() -> open("h1-eth0"));
    stopped = false;
    Thread receiver =
        Thread.ofPlatform().daemon().name("pcap-receive").start(() -> loop(in, count));
    Thread sender = Thread.ofPlatform().daemon().name("pcap-send").start(() -> send(out, frame));
    Machine.pin("pcap-receive", 1);
    Machine.pin("pcap-send", 0);
    try {
      Machine.sleepMs(WARM_UP_MS);
      long startNs = System.nanoTime();
      long before = count.get();
      Machine.sleepMs(MEASURE_MS);
      return (count.get() - before) * 1e9 / (System.nanoTime() - startNs);
    } finally {
      stopped = true;
      join(sender);
      breakLoop(in);
      join(receiver);
      in.close();
      out.close();
    }
  }

  private static void breakLoop(PcapHandle handle) {
    try {
      handle.breakLoop();
    } catch (NotOpenException e) {
      throw new IllegalStateException(e);
    }
  }

  private static PcapHandle open(String name) {
    try {
      return Pcap4jBridge.open(name, false);
    } catch (PcapNativeException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void loop(PcapHandle in, AtomicLong count) {
    RawPacketListener counter = frame -> count.lazySet(count.get() + 1);
    try {
      in.loop(-1, counter);
    } catch (PcapNativeException | NotOpenException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      // breakLoop ends it so.
    }
  }

  private void send(PcapHandle out, byte[] frame) {
    try {
      while (!stopped) {
        out.sendPacket(frame);
      }
    } catch (PcapNativeException | NotOpenException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
