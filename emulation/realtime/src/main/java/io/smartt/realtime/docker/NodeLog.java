package io.smartt.realtime.docker;

import module java.base;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import io.smartt.base.input.FileErrors;

/** Takes what a container has said into a file, which is there only if it said something. */
final class NodeLog extends ResultCallback.Adapter<Frame> {
  private final Path file;

  NodeLog(Path folder, String node) {
    file = folder.resolve(node + ".log");
    FileErrors.run(() -> {
      Files.createDirectories(folder);
      Files.deleteIfExists(file);
    });
  }

  @Override
  public void onNext(Frame frame) {
    FileErrors.run(() ->
        Files.writeString(
            file,
            new String(frame.getPayload(), StandardCharsets.UTF_8),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND));
  }

  /** Takes the last line that a container has said, if it said any. */
  static final class LastLine extends ResultCallback.Adapter<Frame> {
    private volatile String text = "";

    @Override
    public void onNext(Frame frame) {
      text = new String(frame.getPayload(), StandardCharsets.UTF_8).strip();
    }

    Optional<String> text() {
      return Optional.of(text).filter(words -> !words.isEmpty());
    }
  }
}
