package io.smartt.controller.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.smartt.controller.fake.InProcessSwitch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.GetForwardingPipelineConfigRequest.ResponseType;

/** Tests of {@link P4RuntimeClient}. */
class P4RuntimeClientTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final InProcessSwitch fake = new InProcessSwitch();
  private final SwitchId leaf = new SwitchId("leaf1", 7);

  @AfterEach
  void stop() {
    fake.close();
  }

  @Test
  void theHighestElectionIdIsPrimary() {
    try (P4RuntimeClient _ = connect(ElectionId.of(5))) {
      assertThatThrownBy(() -> connect(ElectionId.of(4)))
          .isInstanceOf(P4RuntimeClient.NotPrimaryException.class)
          .hasMessage(
              "switch leaf1 (device 7): not the primary controller with election id 4; the highest"
                  + " that the switch has seen is 5");
      assertThat(fake.service().openStreams()).isEqualTo(1);
    }
  }

  @Test
  void closingEndsTheSession() {
    P4RuntimeClient client = connect(ElectionId.of(1));

    client.close();
    client.close();

    assertThat(fake.service().openStreams()).isZero();
  }

  @Test
  void aSwitchThatDoesNotAnswerIsNamed() {
    fake.service().stopAnswering();

    assertThatThrownBy(() ->
            P4RuntimeClient.connect(fake.channel(), leaf, ElectionId.of(1), Duration.ofMillis(1)))
        .isInstanceOf(P4RuntimeException.class)
        .hasMessage("switch leaf1 (device 7): no answer to arbitration within 1 ms");
  }

  @Test
  void aSwitchThatIsNotThereIsNamed() {
    fake.close();

    assertThatThrownBy(() -> connect(ElectionId.of(1)))
        .isInstanceOf(P4RuntimeException.class)
        .hasMessageStartingWith("switch leaf1 (device 7): arbitration: UNAVAILABLE");
  }

  @Test
  void eachCallHasADeadline() {
    try (P4RuntimeClient client =
        P4RuntimeClient.connect(fake.channel(), leaf, ElectionId.of(1), Duration.ofMillis(200))) {
      fake.service().stopAnswering();

      assertThatThrownBy(() -> client.read(List.of(Entity.getDefaultInstance())))
          .isInstanceOfSatisfying(
              P4RuntimeException.class,
              e -> assertThat(e.code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED))
          .hasMessageStartingWith("switch leaf1 (device 7): Read: DEADLINE_EXCEEDED");
    }
  }

  @Test
  void aProgramIsLoadedAndGivenBackInParts() {
    ForwardingPipelineConfig config =
        ForwardingPipelineConfig.newBuilder()
            .setP4DeviceConfig(ByteString.copyFromUtf8("{}"))
            .setCookie(ForwardingPipelineConfig.Cookie.newBuilder().setCookie(42))
            .build();
    try (P4RuntimeClient client = connect(ElectionId.of(1))) {
      assertThat(client.pipelineConfig(ResponseType.ALL)).isEmpty();

      client.setPipelineConfig(config);

      assertThat(client.pipelineConfig(ResponseType.ALL)).contains(config);
      assertThat(client.pipelineConfig(ResponseType.COOKIE_ONLY))
          .contains(config.toBuilder().clearP4DeviceConfig().build());
    }
  }

  @Test
  void aWriteThatFailsAsAWholeSaysWhy() {
    try (P4RuntimeClient first = connect(ElectionId.of(1));
        P4RuntimeClient _ = connect(new ElectionId(1, 0))) {
      assertThatThrownBy(() -> first.write(List.of()))
          .isInstanceOf(P4RuntimeException.class)
          .hasMessage("switch leaf1 (device 7): Write: PERMISSION_DENIED: not primary");
    }
  }

  private P4RuntimeClient connect(ElectionId electionId) {
    return P4RuntimeClient.connect(fake.channel(), leaf, electionId, DEADLINE);
  }
}
