package io.smartt.base.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link StopWait}. */
@Timeout(60)
class StopWaitTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private String after(CountDownLatch closed, Duration grace) {
    var _ =
        StopWait.await(
            "the lab", closed::await, grace, new PrintStream(said, true, StandardCharsets.UTF_8));
    return said.toString(StandardCharsets.UTF_8).strip();
  }

  @Test
  void saysNothingOfWhatIsClosed() {
    assertThat(after(new CountDownLatch(0), Duration.ofHours(1))).isEmpty();
  }

  @Test
  void namesWhatIsNotClosedInTime() {
    assertThat(after(new CountDownLatch(1), Duration.ZERO))
        .isEqualTo("smartt: the lab did not stop in 0 s");
  }

  @Test
  void saysWhatItWaitsForAndUntilWhen() {
    List<Long> waits = new ArrayList<>();
    StopWait.Wait stops =
        (time, _) -> {
          waits.add(time);
          return waits.size() == 2;
        };

    assertThat(
            StopWait.await(
                "the agent of h1",
                stops,
                Duration.ofSeconds(5),
                new PrintStream(said, true, StandardCharsets.UTF_8)))
        .isTrue();
    assertThat(waits).containsExactly(1_000L, 4_000L);
    assertThat(said.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo("smartt: waiting for the agent of h1 to stop, 5 s at most");
  }
}
