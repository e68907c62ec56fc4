package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.agent.v1.Delivery;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sender and receiver report on their own; either may be heard first. */
class DeliveriesTest {
  private static final int SOURCE = 0x0a000001;

  private final Deliveries deliveries = new Deliveries();
  private final List<Long> flows = new ArrayList<>();

  @Test
  void aDeliveryAfterItsNameIsHandedOnAtOnce() {
    deliveries.named(SOURCE, 17, 3, this::deliver);
    assertThat(flows).isEmpty();

    deliveries.made(delivery(17), this::deliver);

    assertThat(flows).containsExactly(3L);
  }

  @Test
  void aDeliveryBeforeItsNameWaitsForIt() {
    deliveries.made(delivery(17), this::deliver);
    deliveries.named(SOURCE, 18, 4, this::deliver);
    assertThat(flows).isEmpty();

    deliveries.named(SOURCE, 17, 3, this::deliver);

    assertThat(flows).containsExactly(3L);
  }

  private static Delivery delivery(long message) {
    return Delivery.newBuilder().setSourceIpv4(SOURCE).setMessageId(message).build();
  }

  private void deliver(int source, long flow, Delivery delivery) {
    flows.add(flow);
  }
}
