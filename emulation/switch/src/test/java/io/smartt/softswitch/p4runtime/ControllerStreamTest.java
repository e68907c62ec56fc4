package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.p4.v1.StreamMessageResponse;

/** What a controller that reads too slowly, or goes, does not get is known to who offered it. */
class ControllerStreamTest {
  private final SlowReader reader = new SlowReader();
  private final ControllerStream stream = new ControllerStream(reader, 2);

  private static final class SlowReader extends ServerCallStreamObserver<StreamMessageResponse> {
    private final List<StreamMessageResponse> got = new ArrayList<>();
    private Runnable onReady = () -> {};
    private boolean ready;

    private void read() {
      ready = true;
      onReady.run();
    }

    @Override
    public boolean isReady() {
      return ready;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {
      onReady = handler;
    }

    @Override
    public void onNext(StreamMessageResponse message) {
      got.add(message);
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {}

    @Override
    public void setCompression(String compression) {}

    @Override
    public void disableAutoInboundFlowControl() {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}

    @Override
    public void onError(Throwable cause) {}

    @Override
    public void onCompleted() {}
  }

  private boolean offer() {
    return stream.offer(StreamMessageResponse.getDefaultInstance());
  }

  @Test
  void beyondTheLimitNothingIsTakenUntilTheControllerReads() {
    assertThat(List.of(offer(), offer(), offer(), offer()))
        .containsExactly(true, true, false, false);
    assertThat(reader.got).isEmpty();

    reader.read();
    assertThat(reader.got).hasSize(2);
    assertThat(offer()).isTrue();
    assertThat(reader.got).hasSize(3);
  }

  @Test
  void aStreamThatEndedTakesNothingAndSaysWhatItKept() {
    offer();
    stream.abandon();
    assertThat(offer()).isFalse();
    assertThat(stream.unsent()).hasSize(1);
    assertThat(stream.unsent()).isEmpty();
  }
}
