package io.smartt.base.trace;

import module java.base;

/** One packet of a capture file. */
public final class RecordedPacket {
  private final long timeNs;
  private final byte[] bytes;
  private final int originalBytes;
  private final int interfaceId;
  private final Notes notes;

  /**
   * The notes of a capture on a packet besides its bytes.
   *
   * @param direction empty if the file does not say
   * @param packetId the same wherever the packet is seen; empty if the file does not say
   * @param comment empty if there is none
   */
  public record Notes(
      Optional<CaptureSink.Direction> direction, OptionalLong packetId, Optional<String> comment) {
    /** Nothing. */
    public static final Notes NONE =
        new Notes(Optional.empty(), OptionalLong.empty(), Optional.empty());
  }

  /**
   * A packet.
   *
   * @param timeNs since 1970 as the file says
   * @param bytes what was captured; not copied
   * @param originalBytes length on the wire, at least what was captured
   * @param interfaceId place of its interface in {@link CaptureReader#interfaces}
   * @param notes what else the file says
   */
  RecordedPacket(long timeNs, byte[] bytes, int originalBytes, int interfaceId, Notes notes) {
    this.timeNs = timeNs;
    this.bytes = bytes;
    this.originalBytes = originalBytes;
    this.interfaceId = interfaceId;
    this.notes = notes;
  }

  /** A packet of which nothing else is known; the bytes are not copied. */
  public static RecordedPacket of(long timeNs, byte[] bytes, int originalBytes, int interfaceId) {
    return new RecordedPacket(
        timeNs, bytes, Math.max(originalBytes, bytes.length), interfaceId, Notes.NONE);
  }

  /** Nanoseconds since 1970, as the file says. */
  public long timeNs() {
    return timeNs;
  }

  /** Returns what was captured; not a copy. */
  public byte[] bytes() {
    return bytes;
  }

  /** Length on the wire in bytes. */
  public int originalBytes() {
    return originalBytes;
  }

  /** Returns whether bytes of it are missing. */
  public boolean isCut() {
    return bytes.length < originalBytes;
  }

  /** Place of its interface in {@link CaptureReader#interfaces}. */
  public int interfaceId() {
    return interfaceId;
  }

  /** Returns which way it passed the interface; empty if the file does not say. */
  public Optional<CaptureSink.Direction> direction() {
    return notes.direction();
  }

  /** The same with another direction. */
  public RecordedPacket directed(Optional<CaptureSink.Direction> direction) {
    return new RecordedPacket(
        timeNs,
        bytes,
        originalBytes,
        interfaceId,
        new Notes(direction, notes.packetId(), notes.comment()));
  }

  /** The same wherever the packet is seen; empty if the file does not say. */
  public OptionalLong packetId() {
    return notes.packetId();
  }

  /** Returns what the capture says of it in words. */
  public Optional<String> comment() {
    return notes.comment();
  }
}
