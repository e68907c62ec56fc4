package io.smartt.experiment.trace.replay;

import module java.base;

import io.smartt.experiment.trace.analysis.FrameKind;
import io.smartt.experiment.trace.analysis.FrameView;

/**
 * The messages that have arrived whole and when, from the data packets that reached their hosts.
 */
public final class ReplayDeliveries {
  private final Map<FlowKey, Delivery> byFlow = new HashMap<>();
  private final Map<Peers, Long> lastPs = new HashMap<>();

  /**
   * A message.
   *
   * @param source address of its sender
   * @param destination address of its receiver
   * @param connection the sender's number of the connection
   * @param message the sender's number of the message
   */
  public record FlowKey(int source, int destination, int connection, long message) {}

  private record Peers(int source, int destination, int connection) {}

  private static final class Delivery {
    private final Set<Long> offsets = new HashSet<>();
    private long bytes;
    private long size = Long.MAX_VALUE;
    private long finishPs = -1;
  }

  /** A packet reached its host. */
  void arrived(long timePs, FrameView frame) {
    if (frame.kind() == FrameKind.DATA || frame.kind() == FrameKind.TRIMMED) {
      lastPs.put(new Peers(frame.source(), frame.destination(), frame.sourcePdc()), timePs);
    }
    if (frame.kind() != FrameKind.DATA || !frame.hasMessage()) {
      return;
    }
    Delivery delivery = byFlow.computeIfAbsent(key(frame), _ -> new Delivery());
    long offset = frame.messageOffset();
    if (!delivery.offsets.add(offset)) {
      return;
    }
    delivery.bytes += frame.payloadBytes();
    if (frame.endsMessage()) {
      delivery.size = offset + frame.payloadBytes();
    }
    if (delivery.finishPs < 0 && delivery.bytes >= delivery.size) {
      delivery.finishPs = timePs;
    }
  }

  static FlowKey key(FrameView frame) {
    return new FlowKey(frame.source(), frame.destination(), frame.sourcePdc(), frame.messageId());
  }

  /** Returns when the last missing byte of a message arrived; empty if it did not. */
  public OptionalLong finishPs(FlowKey flow) {
    Delivery delivery = byFlow.get(flow);
    return delivery == null || delivery.finishPs < 0
        ? OptionalLong.empty()
        : OptionalLong.of(delivery.finishPs);
  }

  /** Payload of a message that arrived, each byte once. */
  public long arrivedBytes(FlowKey flow) {
    Delivery delivery = byFlow.get(flow);
    return delivery == null ? 0 : delivery.bytes;
  }

  /** Returns when the last data packet of a message's connection arrived, trimmed or whole. */
  public OptionalLong lastPs(FlowKey flow) {
    Long last = lastPs.get(new Peers(flow.source(), flow.destination(), flow.connection()));
    return last == null ? OptionalLong.empty() : OptionalLong.of(last);
  }
}
