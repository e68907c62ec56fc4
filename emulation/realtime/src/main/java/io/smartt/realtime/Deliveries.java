package io.smartt.realtime;

import module java.base;

import io.smartt.host.agent.v1.Delivery;

/**
 * Brings together what receivers call messages and what their flows are called: either may be heard
 * first, since sender and receiver report on their own. For the thread of the traffic.
 */
final class Deliveries {
  private record MessageName(int sourceIpv4, long messageId) {}

  private final Map<MessageName, Long> flows = new HashMap<>();
  private final Map<MessageName, Delivery> early = new HashMap<>();

  /** Receiver of a delivery, once its flow is known. */
  interface Receiver {
    void delivered(int sourceIpv4, long flow, Delivery delivery);
  }

  /** A sender says what it calls a flow's message. */
  void named(int sourceIpv4, long messageId, long flow, Receiver receiver) {
    MessageName name = new MessageName(sourceIpv4, messageId);
    flows.put(name, flow);
    Delivery waiting = early.remove(name);
    if (waiting != null) {
      receiver.delivered(sourceIpv4, flow, waiting);
    }
  }

  /** Returns the flow of a message, once its sender has said. */
  Optional<Long> flowOf(int sourceIpv4, long messageId) {
    return Optional.ofNullable(flows.get(new MessageName(sourceIpv4, messageId)));
  }

  /** A receiver has all of a message. */
  void made(Delivery delivery, Receiver receiver) {
    MessageName name = new MessageName(delivery.getSourceIpv4(), delivery.getMessageId());
    Long flow = flows.get(name);
    if (flow == null) {
      early.put(name, delivery);
    } else {
      receiver.delivered(name.sourceIpv4(), flow, delivery);
    }
  }
}
