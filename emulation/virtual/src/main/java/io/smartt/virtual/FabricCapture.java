package io.smartt.virtual;

import module java.base;

import io.smartt.base.topology.Port;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.CaptureSink;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.p4.pipeline.Packet;
import io.smartt.virtual.SimplexLink.LinkTap;
import org.jspecify.annotations.Nullable;

/**
 * Shows every packet at both ends of every link to a {@link CaptureSink}: outbound when its first
 * bit leaves, inbound when its last bit has arrived.
 */
public record FabricCapture(@Nullable CaptureSink sink, Map<Port, Integer> interfaces) {
  /** The source of a node's remarks about the packet that just left. */
  interface Remarks {
    /** The source of no remarks. */
    Remarks NONE = Optional::empty;

    /** The remark, once. */
    Optional<String> take();
  }

  /** Captures nothing and costs nothing. */
  public static FabricCapture off() {
    return new FabricCapture(null, Map.of());
  }

  /** Captures into a sink that was made for {@link CaptureInterface#of} this topology. */
  public static FabricCapture of(Topology topology, CaptureSink sink) {
    return new FabricCapture(sink, CaptureInterface.numbers(topology));
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
      public void lost(Packet packet, long nowPs) {
        sent(packet, nowPs);
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
        new CaptureSink.Passing(
            timePs,
            number,
            direction,
            packet.bytes(),
            packet.headLength(),
            Math.max(packet.length(), packet.sentLength()),
            packet.id(),
            remark));
  }
}
