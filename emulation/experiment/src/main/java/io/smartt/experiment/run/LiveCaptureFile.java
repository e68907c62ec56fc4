package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink;
import io.smartt.base.trace.CaptureSink.EndingCapture;
import io.smartt.base.trace.PcapngWriter;

/** A capture of a live network, which counts its frames. Thread safe. */
public final class LiveCaptureFile implements CaptureSink, AutoCloseable {
  private final EndingCapture capture;

  private LiveCaptureFile(PcapngWriter writer) {
    capture = new EndingCapture(writer);
  }

  /**
   * Creates a capture file.
   *
   * @param start wall-clock instant of the network's time zero
   */
  public static LiveCaptureFile create(Path file, Topology topology, Instant start) {
    try {
      return new LiveCaptureFile(
          PcapngWriter.create(
              file,
              topology,
              start,
              "shell, " + topology.name(),
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw new UserInputException(
          "capture: cannot write " + file + ": " + FileErrors.reason(e), e);
    }
  }

  public long frames() {
    return capture.frames();
  }

  @Override
  public void packet(
      long timePs,
      int interfaceId,
      CaptureSink.Direction direction,
      byte[] bytes,
      int headLength,
      int wireLength,
      long packetId,
      Optional<String> comment) {
    capture.packet(
        timePs, interfaceId, direction, bytes, headLength, wireLength, packetId, comment);
  }

  /**
   * Completes the file.
   *
   * @throws RunFailedException if not all could be written; what is there can be read
   */
  @Override
  public void close() {
    capture.close();
    capture
        .ended()
        .ifPresent(ended -> {
          throw new RunFailedException("the capture ended early: " + ended.why());
        });
  }
}
