package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink.EndingCapture;
import io.smartt.base.trace.PcapngWriter;

/**
 * A capture of a live network, which counts its frames. Thread safe.
 *
 * @param sink takes its packets
 */
public record LiveCaptureFile(EndingCapture sink) {
  /**
   * Creates a capture file.
   *
   * @param start wall-clock instant of the network's time zero
   */
  public static LiveCaptureFile create(Path file, Topology topology, Instant start) {
    return FileErrors.input("capture: cannot write " + file)
        .get(() ->
            new LiveCaptureFile(
                new EndingCapture(
                    PcapngWriter.create(
                        file,
                        topology,
                        start,
                        "shell, " + topology.name(),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE))));
  }

  /**
   * Completes the file. Returns how many frames it has.
   *
   * @throws RunFailedException if not all could be written; what is there can be read
   */
  public long end() {
    sink.close();
    sink.ended()
        .or(sink::lacking)
        .ifPresent(flaw -> {
          throw new RunFailedException(flaw.why());
        });
    return sink.frames();
  }
}
