package io.smartt.base.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.trace.CaptureSink.TimeOrderedSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link TimeOrderedSink}. */
@Timeout(60)
class TimeOrderedSinkTest {
  private final List<String> passed = new ArrayList<>();
  private final TimeOrderedSink sink =
      new TimeOrderedSink(
          packet -> passed.add(packet.timePs() + ":" + packet.packetId() + ":" + packet.bytes()[0]),
          10);
  private final byte[] bytes = new byte[1];

  private void put(long timePs, long id) {
    bytes[0] = (byte) id;
    sink.packet(
        new CaptureSink.Passing(
            timePs, 0, CaptureSink.Direction.INBOUND, bytes, 1, 1, id, Optional.empty()));
  }

  @Test
  void whatComesLateIsPutInItsPlaceAndWhatIsOfOneInstantKeepsItsOrder() {
    put(20, 1);
    put(12, 2);
    put(20, 3);
    put(30, 4);
    assertThat(passed).containsExactly("12:2:2", "20:1:1", "20:3:3");

    put(25, 5);
    sink.flush();
    assertThat(passed).containsExactly("12:2:2", "20:1:1", "20:3:3", "25:5:5", "30:4:4");
  }
}
