package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests of {@link LostConnection}. */
class LostConnectionTest {
  @Test
  void aServerThatIsStoppedIsNotCalledByTheWordsOfGrpc() {
    assertThat(
            RemoteAgent.whyLost(
                Status.UNAVAILABLE.withDescription(
                    "Keepalive failed. The connection is likely gone")))
        .isEqualTo("it gave no sign of life for half a minute: stopped, starved or out of reach");
  }

  @Test
  void aConnectionThatEndsWithoutAWordBrokeAndOthersSayWhy() {
    Status silent = Status.UNAVAILABLE.withDescription("Network closed for unknown reason");

    assertThat(RemoteAgent.whyLost(silent))
        .isEqualTo("the other end closed the connection, as when its process is killed");
    assertThat(RemoteAgent.whyLost(silent.withCause(new IOException("Broken pipe"))))
        .isEqualTo(
            "the other end closed the connection, as when its process is killed (Broken pipe)");
    assertThat(RemoteAgent.whyLost(Status.DEADLINE_EXCEEDED)).isEqualTo("DEADLINE_EXCEEDED");
  }
}
