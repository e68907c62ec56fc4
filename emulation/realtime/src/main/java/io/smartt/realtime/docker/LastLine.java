package io.smartt.realtime.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Takes the last line that a container has said, if it said any. */
final class LastLine extends ResultCallback.Adapter<Frame> {
  private volatile String text = "";

  @Override
  public void onNext(Frame frame) {
    text = new String(frame.getPayload(), StandardCharsets.UTF_8).strip();
  }

  /** Waits for the end of it; false if somebody asked to stop. */
  boolean await() {
    try {
      awaitCompletion();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  Optional<String> text() {
    return Optional.of(text).filter(words -> !words.isEmpty());
  }
}
