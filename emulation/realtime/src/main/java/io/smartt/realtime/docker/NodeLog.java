package io.smartt.realtime.docker;

import module java.base;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;

/** Takes what a container has said into a file, which is there only if it said something. */
final class NodeLog extends ResultCallback.Adapter<Frame> {
  private final Path file;

  NodeLog(Path folder, String node) {
    file = folder.resolve(node + ".log");
    try {
      Files.createDirectories(folder);
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void onNext(Frame frame) {
    try {
      Files.writeString(
          file,
          new String(frame.getPayload(), StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the end of it; false if somebody asked to stop. */
  boolean await() {
    return await(this);
  }

  private static boolean await(ResultCallback.Adapter<Frame> said) {
    try {
      said.awaitCompletion();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Takes the last line that a container has said, if it said any. */
  static final class LastLine extends ResultCallback.Adapter<Frame> {
    private volatile String text = "";

    @Override
    public void onNext(Frame frame) {
      text = new String(frame.getPayload(), StandardCharsets.UTF_8).strip();
    }

    /** Waits for the end of it; false if somebody asked to stop. */
    boolean await() {
      return NodeLog.await(this);
    }

    Optional<String> text() {
      return Optional.of(text).filter(words -> !words.isEmpty());
    }
  }
}
