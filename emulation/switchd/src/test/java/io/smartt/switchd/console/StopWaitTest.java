package io.smartt.switchd.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link StopWait}. */
@Timeout(60)
class StopWaitTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private String after(CountDownLatch closed, Duration grace) {
    StopWait.await("the lab", closed, grace, new PrintStream(said, true, StandardCharsets.UTF_8));
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
}
