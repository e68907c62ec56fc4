package io.smartt.base.trace;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.output.WholeFile;
import io.smartt.base.trace.CaptureInterface.StampUnit;
import io.smartt.base.trace.PcapngWriter.HostName;

/**
 * A capture file made of the packets of others, which appears when it is complete. A classic pcap
 * file has no place for interfaces, directions, packet ids, comments and names; they are left out.
 */
public final class CaptureCopy implements AutoCloseable {
  private final Path file;
  private final Path part;
  private final Form form;
  private final StampUnit unit;
  private boolean complete;

  /** The kinds of capture files. */
  public enum Format {
    /** Classic pcap. */
    PCAP,
    /** pcapng. */
    PCAPNG
  }

  private interface Form extends AutoCloseable {
    int describe(CaptureInterface described);

    void packet(RecordedPacket packet, int interfaceId, long timeNs);

    void names(List<HostName> names);

    @Override
    void close();
  }

  private CaptureCopy(Path file, Path part, Form form, StampUnit unit) {
    this.file = file;
    this.part = part;
    this.form = form;
    this.unit = unit;
  }

  /**
   * Starts a file.
   *
   * @param comment what it is made of; pcapng keeps it
   * @throws RunFailedException naming the file where it cannot be written
   */
  public static CaptureCopy create(Path file, Format format, StampUnit unit, String comment) {
    Path part = WholeFile.part(file);
    Form form =
        switch (format) {
          case PCAP -> new Classic(PcapWriter.create(part, unit));
          case PCAPNG -> new Next(pcapng(part, unit, comment));
        };
    return new CaptureCopy(file, part, form, unit);
  }

  private static PcapngWriter pcapng(Path part, StampUnit unit, String comment) {
    return RunFailedException.saying(part + ": cannot be written")
        .get(() -> PcapngWriter.empty(part, unit, comment));
  }

  /** Describes an interface. Returns its number. */
  public int describe(CaptureInterface described) {
    return form.describe(described);
  }

  /** Adds a packet of an interface that was described. */
  public void packet(RecordedPacket packet, int interfaceId) {
    form.packet(packet, interfaceId, unit.cut(packet.timeNs()));
  }

  /** Completes the file with names for addresses. */
  public void complete(Map<Integer, String> hostNames) {
    form.names(
        hostNames.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(name -> new HostName(name.getKey(), name.getValue()))
            .toList());
    complete = true;
  }

  @Override
  public void close() {
    form.close();
    RunFailedException.saying(file + ": cannot be written")
        .run(() -> {
          if (complete) {
            WholeFile.rename(part, file);
          } else {
            Files.deleteIfExists(part);
          }
        });
  }

  private record Classic(PcapWriter writer) implements Form {
    @Override
    public int describe(CaptureInterface described) {
      return 0;
    }

    @Override
    public void packet(RecordedPacket packet, int interfaceId, long timeNs) {
      byte[] bytes = packet.bytes();
      writer.write(timeNs, bytes, 0, bytes.length, packet.originalBytes());
    }

    @Override
    public void names(List<HostName> names) {
      // There is no place for them.
    }

    @Override
    public void close() {
      writer.close();
    }
  }

  private record Next(PcapngWriter writer) implements Form {
    @Override
    public int describe(CaptureInterface described) {
      return writer.add(described);
    }

    @Override
    public void packet(RecordedPacket packet, int interfaceId, long timeNs) {
      writer.copy(packet, interfaceId, timeNs);
    }

    @Override
    public void names(List<HostName> names) {
      writer.names(names);
    }

    @Override
    public void close() {
      writer.close();
    }
  }
}
