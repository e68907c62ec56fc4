package io.smartt.emulation.fabric;

import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.trace.CaptureInterface;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.emulation.trace.Direction;
import io.smartt.p4.pipeline.Packet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows every packet at both ends of every link to a {@link CaptureSink}: outbound when its first
 * bit leaves, inbound when its last bit has arrived.
 */
public final class FabricCapture {
  /** Where a node says what it did to the packet that just left. */
  interface Remarks {
    /** Never anything. */
    Remarks NONE = Optional::empty;

    /** The remark, once. */
    Optional<String> take();
  }

  private final @Nullable CaptureSink sink;
  private final Map<Port, Integer> interfaces;

  private FabricCapture(@Nullable CaptureSink sink, Map<Port, Integer> interfaces) {
    this.sink = sink;
    this.interfaces = interfaces;
  }

  /** Captures nothing and costs nothing. */
  public static FabricCapture off() {
    return new FabricCapture(null, Map.of());
  }

  /** Captures into a sink that was made for {@link #interfaces} of this topology. */
  public static FabricCapture of(Topology topology, CaptureSink sink) {
    Map<Port, Integer> numbers = new HashMap<>();
    for (Port port : ports(topology)) {
      numbers.put(port, numbers.size());
    }
    return new FabricCapture(sink, numbers);
  }

  /** Every host NIC and switch port, in the order of their numbers in a capture. */
  public static List<CaptureInterface> interfaces(Topology topology) {
    List<CaptureInterface> described = new ArrayList<>();
    for (Link link : topology.links()) {
      described.add(describe(link.a(), link.b(), link));
      described.add(describe(link.b(), link.a(), link));
    }
    return described;
  }

  private static List<Port> ports(Topology topology) {
    List<Port> ports = new ArrayList<>();
    for (Link link : topology.links()) {
      ports.add(link.a());
      ports.add(link.b());
    }
    return ports;
  }

  private static CaptureInterface describe(Port port, Port peer, Link link) {
    String description =
        port.node().name() + " port " + port.number() + " to " + peer.node().name();
    return new CaptureInterface(port.interfaceName(), description, link.rateBps());
  }

  boolean isOn() {
    return sink != null;
  }

  LinkTap tap(Port from, Port to, Remarks remarks) {
    CaptureSink target = sink;
    if (target == null) {
      return LinkTap.NONE;
    }
    int out = interfaces.getOrDefault(from, 0);
    int in = interfaces.getOrDefault(to, 0);
    return new LinkTap() {
      @Override
      public void sent(Packet packet, long nowPs) {
        put(target, packet, nowPs, out, Direction.OUTBOUND, remarks.take());
      }

      @Override
      public void arrived(Packet packet, long nowPs) {
        put(target, packet, nowPs, in, Direction.INBOUND, Optional.empty());
      }
    };
  }

  private static void put(
      CaptureSink sink,
      Packet packet,
      long timePs,
      int number,
      Direction direction,
      Optional<String> remark) {
    sink.packet(
        timePs,
        number,
        direction,
        packet.bytes(),
        packet.headLength(),
        packet.sentLength(),
        packet.id(),
        remark);
  }
}
