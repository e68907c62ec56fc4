package io.smartt.emulation.run;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.emulation.trace.Direction;
import io.smartt.emulation.trace.PcapngWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

/** A capture of a live network, which counts its frames. */
public final class LiveCaptureFile implements CaptureSink, AutoCloseable {
  private final PcapngWriter writer;
  private long frames;

  private LiveCaptureFile(PcapngWriter writer) {
    this.writer = writer;
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
      throw new UserInputException("capture: cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  public long frames() {
    return frames;
  }

  @Override
  public void packet(
      long timePs,
      int interfaceId,
      Direction direction,
      byte[] bytes,
      int headLength,
      int wireLength,
      long packetId,
      Optional<String> comment) {
    frames++;
    writer.packet(timePs, interfaceId, direction, bytes, headLength, wireLength, packetId, comment);
  }

  @Override
  public void close() {
    writer.close();
  }
}
