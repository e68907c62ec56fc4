package io.smartt.base.trace;

import io.smartt.base.failure.RunFailedException;
import java.util.Optional;

/**
 * A capture that ends when its file cannot be written, so that the packets go on. Thread safe: the
 * ports of real networks have threads of their own.
 */
public final class EndingCapture implements CaptureSink, AutoCloseable {
  private final PcapngWriter writer;
  private Optional<Ended> ended = Optional.empty();
  private long frames;
  private long latestPs;

  /**
   * The end of a capture before that of its run.
   *
   * @param timePs of the packet that was not written
   * @param why for the user
   */
  public record Ended(long timePs, String why) {}

  /** Creates a capture into a writer, which is closed with this. */
  public EndingCapture(PcapngWriter writer) {
    this.writer = writer;
  }

  @Override
  public synchronized void packet(
      long timePs,
      int interfaceId,
      CaptureSink.Direction direction,
      byte[] bytes,
      int headLength,
      int wireLength,
      long packetId,
      Optional<String> comment) {
    if (ended.isPresent()) {
      return;
    }
    latestPs = timePs;
    try {
      writer.packet(
          timePs, interfaceId, direction, bytes, headLength, wireLength, packetId, comment);
      frames++;
    } catch (RunFailedException e) {
      end(e);
    }
  }

  private void end(RunFailedException e) {
    ended = Optional.of(new Ended(latestPs, String.valueOf(e.getMessage())));
  }

  /** Returns how many frames were taken. */
  public synchronized long frames() {
    return frames;
  }

  /** Returns why it ended early, if it did. */
  public synchronized Optional<Ended> ended() {
    return ended;
  }

  /** Completes the file; see {@link #ended} for whether that worked. */
  @Override
  public synchronized void close() {
    try {
      writer.close();
    } catch (RunFailedException e) {
      if (ended.isEmpty()) {
        end(e);
      }
    }
  }
}
