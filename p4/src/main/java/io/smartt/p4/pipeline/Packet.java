package io.smartt.p4.pipeline;

import java.util.Arrays;

/**
 * A packet whose leading bytes are real and whose tail may only be counted. A virtual-time fabric
 * carries headers as bytes and payload as a length, so a 4 KiB packet costs about a hundred bytes;
 * a real-time fabric holds every byte. Bytes past the real ones read as zero.
 *
 * <p>Mutable and reusable; not thread safe. The byte array is exposed because the data path copies
 * nothing: treat it as valid up to {@link #headLength()}.
 */
public final class Packet {
  private static final int CACHE_LINE_BYTES = 64;

  private byte[] bytes;
  private int headLength;
  private int length;
  private long id;
  private int sentLength;
  private long heldPs;

  /** A packet with room for {@code capacity} real bytes; it grows when more are set. */
  public Packet(int capacity) {
    bytes = new byte[capacity];
  }

  /** A packet all of whose bytes are real. */
  public static Packet of(byte[] content) {
    Packet packet = new Packet(content.length);
    packet.set(content, 0, content.length, content.length);
    return packet;
  }

  /** The buffer; valid from 0 to {@link #headLength()}. Changes when the packet grows. */
  public byte[] bytes() {
    return bytes;
  }

  /** The number of leading bytes that are real. */
  public int headLength() {
    return headLength;
  }

  /** Length on the wire in bytes, real and counted together. */
  public int length() {
    return length;
  }

  /** The number that its sender gave it, the same at every hop; 0 where nobody numbers packets. */
  public long id() {
    return id;
  }

  /** The length in bytes when it was sent, before any truncation. */
  public int sentLength() {
    return sentLength;
  }

  /** The time that the receiving host took over it, beyond the least. */
  public long heldPs() {
    return heldPs;
  }

  /** Says what a host takes over it; the link to the host does. */
  public void holdFor(long hostPs) {
    heldPs = hostPs;
  }

  /** Says that a sender made this packet as it is now. */
  public void numberAs(long newId) {
    numberAs(newId, length);
  }

  /** Gives this packet the number and the length that its sender gave it. */
  public void numberAs(long newId, int newSentLength) {
    id = newId;
    sentLength = newSentLength;
  }

  /** Makes room for {@code capacity} real bytes, keeping those there are. */
  public byte[] ensureCapacity(int capacity) {
    if (bytes.length < capacity) {
      bytes = Arrays.copyOf(bytes, Math.max(capacity, bytes.length * 2));
    }
    return bytes;
  }

  /** Declares the lengths after the buffer was written in place. */
  public void setLengths(int newHeadLength, int newLength) {
    if (newHeadLength < 0 || newHeadLength > bytes.length || newLength < newHeadLength) {
      throw new IllegalArgumentException(
          "head %s B, length %s B, buffer %s B".formatted(newHeadLength, newLength, bytes.length));
    }
    headLength = newHeadLength;
    length = newLength;
  }

  /** Copies {@code count} real bytes in and declares the wire length. */
  public void set(byte[] source, int offset, int count, int wireLength) {
    System.arraycopy(source, offset, ensureCapacity(count), 0, count);
    setLengths(count, wireLength);
  }

  /** Makes this packet equal to another, keeping its own buffer. */
  public void copyFrom(Packet other) {
    set(other.bytes, 0, other.headLength, other.length);
    numberAs(other.id, other.sentLength);
  }

  /** Trades content and buffers with another packet; copies nothing. */
  public void swap(Packet other) {
    byte[] swappedBytes = bytes;
    bytes = other.bytes;
    other.bytes = swappedBytes;
    int swappedHeadLength = headLength;
    headLength = other.headLength;
    other.headLength = swappedHeadLength;
    int swappedLength = length;
    length = other.length;
    other.length = swappedLength;
    long swappedId = id;
    id = other.id;
    other.id = swappedId;
    int swappedSentLength = sentLength;
    sentLength = other.sentLength;
    other.sentLength = swappedSentLength;
  }

  /** Cuts the packet to at most {@code maxLength} bytes on the wire. */
  public void truncate(int maxLength) {
    if (length > maxLength) {
      length = maxLength;
      headLength = Math.min(headLength, maxLength);
    }
  }

  /** Reads from the real bytes, for {@link PacketContext#prefetch}. */
  long prefetch() {
    long sum = 0;
    for (int i = 0; i < headLength; i += CACHE_LINE_BYTES) {
      sum += bytes[i];
    }
    return sum;
  }

  /** The real bytes as a fresh array. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, headLength);
  }
}
