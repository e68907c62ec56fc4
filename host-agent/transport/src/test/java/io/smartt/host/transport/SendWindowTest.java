package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.transport.OutgoingMessages.OutgoingMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link SendWindow}. */
@Timeout(60)
class SendWindowTest {
  @Test
  void entropiesInFlightAreThoseOfTheNewestPacketsOnce() {
    SendWindow window = new SendWindow(5);
    OutgoingMessage message = new OutgoingMessage(1, 6000, PayloadSource.COUNTED, 1000);
    for (int entropy : new int[] {7, 8, 7, 9}) {
      window.sendNew(0, message, 0, 100, entropy);
    }
    int[] values = new int[4];

    assertThat(window.inFlightEntropies(values)).isEqualTo(3);
    assertThat(values).startsWith(9, 7, 8);

    window.acknowledge(8);
    window.lose(6, true);
    assertThat(window.inFlightEntropies(values)).isEqualTo(1);
    assertThat(values).startsWith(7);
    assertThat(window.inFlightEntropies(new int[0])).isZero();
  }
}
