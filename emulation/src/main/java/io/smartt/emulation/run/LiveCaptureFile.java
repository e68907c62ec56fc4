package io.smartt.emulation.run;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.trace.CaptureInterfaces;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.emulation.trace.Direction;
import io.smartt.emulation.trace.HostName;
import io.smartt.emulation.trace.PcapngWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
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
   * Opens it.
   *
   * @param start wall-clock instant of the network's time zero
   */
  public static LiveCaptureFile create(Path file, Topology topology, Instant start) {
    try {
      return new LiveCaptureFile(
          new PcapngWriter(
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE),
              start,
              "smartt",
              "shell, " + topology.name(),
              CaptureInterfaces.of(topology),
              topology.hosts().stream()
                  .map(host -> new HostName(host.ipv4(), host.name()))
                  .toList()));
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
