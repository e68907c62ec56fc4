package io.smartt.host.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.ServerCallStreamObserver;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.smartt.host.agent.daemon.FrameTap.Captures;
import io.smartt.host.agent.v1.CapturedFrames;
import io.smartt.host.packetio.KernelClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link FrameTap} with callers that do and do not read. */
class FrameTapTest {
  private static final int ROOM = 8_192;

  private final Caller caller = new Caller();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Captures captures = new Captures(channel.eventLoop());
  private final FrameTap tap = new FrameTap(new KernelClock(), captures);

  /** A caller that has read what there was, or not. */
  private static final class Caller extends ServerCallStreamObserver<CapturedFrames> {
    private final List<CapturedFrames> came = new ArrayList<>();
    private boolean ready = true;

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {}

    @Override
    public void setCompression(String compression) {}

    @Override
    public boolean isReady() {
      return ready;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {}

    @Override
    public void disableAutoInboundFlowControl() {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}

    @Override
    public void onNext(CapturedFrames frames) {
      came.add(frames);
    }

    @Override
    public void onError(Throwable e) {}

    @Override
    public void onCompleted() {}
  }

  @BeforeEach
  void begin() {
    channel.pipeline().addLast(tap);
    captures.begin(caller, 0);
  }

  @AfterEach
  void end() {
    channel.finishAndReleaseAll();
  }

  private void send(int frames) {
    for (int i = 0; i < frames; i++) {
      channel.writeOutbound(Unpooled.wrappedBuffer(new byte[64]));
    }
  }

  @Test
  void whatACallerIsTooSlowForIsCountedWithTheNextFramesAndOnce() {
    caller.ready = false;
    send(ROOM + 5);
    tap.flush();
    assertThat(caller.came).isEmpty();

    caller.ready = true;
    tap.flush();
    send(1);
    tap.flush();

    assertThat(caller.came).extracting(CapturedFrames::getFramesCount).containsExactly(ROOM, 1);
    assertThat(caller.came).extracting(CapturedFrames::getLostFrames).containsExactly(5L, 0L);
  }

  @Test
  void theLastFramesAreHandedOnToACallerThatIsStillReading() {
    caller.ready = false;
    send(3);
    tap.flush();
    tap.handOn();

    assertThat(caller.came).extracting(CapturedFrames::getFramesCount).containsExactly(3);
  }

  @Test
  void whatCameWhileNobodyCapturesIsNotOfTheNextCapture() {
    captures.end(caller);
    send(2);
    captures.begin(caller, 0);
    send(1);
    tap.flush();

    assertThat(caller.came).extracting(CapturedFrames::getFramesCount).containsExactly(1);
  }
}
