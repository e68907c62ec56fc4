package io.smartt.base.trace;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.trace.CaptureInterface.StampUnit;

/**
 * Writes a classic pcap file of Ethernet packets with stamps in nanoseconds or microseconds. What
 * was written is in the file after {@link #flush}. Allocates nothing per packet. Safe for many
 * threads.
 */
public final class PcapWriter implements AutoCloseable {
  private static final int MAGIC_MICROSECONDS = 0xa1b2c3d4;
  private static final int MAGIC_NANOSECONDS = 0xa1b23c4d;
  private static final int ETHERNET = 1;
  private static final int SNAP_BYTES = 1 << 18;
  private static final int RECORD_HEADER_BYTES = 16;
  private static final long NS_PER_S = 1_000_000_000;

  private final Path file;
  private final FileChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(1 << 19).order(ByteOrder.LITTLE_ENDIAN);

  private final long nsPerFraction;

  private PcapWriter(Path file, FileChannel channel, long nsPerFraction) {
    this.file = file;
    this.channel = channel;
    this.nsPerFraction = nsPerFraction;
  }

  /**
   * Starts a file anew, with stamps in nanoseconds.
   *
   * @throws RunFailedException naming the file where it cannot be written
   */
  public static PcapWriter create(Path file) {
    return create(file, StampUnit.NANOSECOND);
  }

  /**
   * Starts a file anew.
   *
   * @throws RunFailedException naming the file where it cannot be written
   */
  public static PcapWriter create(Path file, StampUnit unit) {
    return RunFailedException.saying(file + ": cannot be written")
        .get(() -> {
          PcapWriter writer =
              new PcapWriter(
                  file,
                  FileChannel.open(
                      file,
                      StandardOpenOption.CREATE,
                      StandardOpenOption.TRUNCATE_EXISTING,
                      StandardOpenOption.WRITE),
                  unit.ns());
          int magic = unit == StampUnit.NANOSECOND ? MAGIC_NANOSECONDS : MAGIC_MICROSECONDS;
          writer.buffer.putInt(magic).putShort((short) 2).putShort((short) 4);
          writer.buffer.putInt(0).putInt(0).putInt(SNAP_BYTES).putInt(ETHERNET);
          writer.flush();
          return writer;
        });
  }

  /**
   * Adds a packet.
   *
   * @param timeNs since 1970
   * @throws RunFailedException naming the file where it cannot be written
   */
  public void write(long timeNs, byte[] bytes, int offset, int length) {
    write(timeNs, bytes, offset, length, length);
  }

  /**
   * Adds a packet that may be longer than what is there of it.
   *
   * @param timeNs since 1970
   * @param wireLength of the whole packet
   * @throws RunFailedException naming the file where it cannot be written
   */
  public synchronized void write(
      long timeNs, byte[] bytes, int offset, int length, int wireLength) {
    int kept = Math.min(length, SNAP_BYTES);
    if (buffer.remaining() < RECORD_HEADER_BYTES + kept) {
      flush();
    }
    buffer.putInt((int) (timeNs / NS_PER_S)).putInt((int) (timeNs % NS_PER_S / nsPerFraction));
    buffer.putInt(kept).putInt(wireLength);
    buffer.put(bytes, offset, kept);
  }

  /** Hands what was written to the file. */
  public synchronized void flush() {
    try {
      buffer.flip();
      while (buffer.hasRemaining() && channel.isOpen()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      throw new RunFailedException(file + ": cannot be written: " + FileErrors.reason(e), e);
    } finally {
      buffer.clear();
    }
  }

  @Override
  public synchronized void close() {
    flush();
    RunFailedException.saying(file + ": cannot be closed").run(channel::close);
  }
}
