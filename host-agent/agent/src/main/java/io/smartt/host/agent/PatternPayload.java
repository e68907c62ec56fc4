package io.smartt.host.agent;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import module java.base;

import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PayloadSink;
import io.smartt.host.transport.PayloadSource;

/**
 * Payload whose every byte follows from its sender, message and place, so that a receiver can check
 * it by itself: 64-bit words that count up from a hash of sender and message (SplitMix64's
 * finalizer). Allocates nothing per frame.
 */
public final class PatternPayload {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /**
   * The numbers that the words of a frame count with. The JIT compiler makes vectors of loops over
   * a memory segment that read this, and not of those over a byte array or with the loop's own
   * counter.
   */
  private static final long[] PLACES = LongStream.range(0, 1_024).toArray();

  private PatternPayload() {}

  /** Checks what arrives. */
  public static PayloadSink checker() {
    return (Destination source, long messageId) ->
        Optional.of(new Checker(key(source.ipv4(), messageId)));
  }

  /** Compares one message's bytes. */
  private static final class Checker implements PayloadSink.PayloadTarget {
    private final long key;
    private final Window window = new Window();

    Checker(long key) {
      this.key = key;
    }

    @Override
    public boolean place(long messageOffset, byte[] bytes, int offset, int length) {
      return matches(key, messageOffset, window.of(bytes), offset, length);
    }
  }

  /** The segment of the array that was seen last: frames of a pool are in few arrays. */
  private static final class Window {
    private byte[] array = {};
    private MemorySegment segment = MemorySegment.ofArray(array);

    @SuppressWarnings("ReferenceEquality") // The same array, not the same bytes
    MemorySegment of(byte[] bytes) {
      if (bytes != array) {
        array = bytes;
        segment = MemorySegment.ofArray(bytes);
      }
      return segment;
    }
  }

  /** The bytes of one message, whose number becomes known when the transport has accepted it. */
  public static final class Source implements PayloadSource {
    private final int ipv4;
    private final Window window = new Window();
    private long key;

    /**
     * The payload of a message of this host.
     *
     * @param ipv4 the sender's address
     */
    public Source(int ipv4) {
      this.ipv4 = ipv4;
    }

    /** Sets the message that the bytes are of; called before the first frame leaves. */
    public void numberAs(long messageId) {
      key = key(ipv4, messageId);
    }

    @Override
    public void copy(long messageOffset, byte[] into, int at, int length) {
      fill(key, messageOffset, window.of(into), at, length);
    }
  }

  private static long key(int ipv4, long messageId) {
    return mix(((long) ipv4 << 32) ^ messageId);
  }

  /** No two places of a message have the same word, and keys differ in all their bits. */
  static long word(long key, long index) {
    return key + index;
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private static byte one(long key, long offset) {
    return (byte) (word(key, offset >>> 3) >>> ((offset & 7) * 8));
  }

  private static void fill(long key, long offset, MemorySegment into, int at, int length) {
    int done = lead(offset, length);
    for (int i = 0; i < done; i++) {
      into.set(JAVA_BYTE, at + i, one(key, offset + i));
    }
    while (length - done >= Long.BYTES) {
      int words = words(length - done);
      fillWords(word(key, (offset + done) >>> 3), into, at + done, words);
      done += words * Long.BYTES;
    }
    for (int i = done; i < length; i++) {
      into.set(JAVA_BYTE, at + i, one(key, offset + i));
    }
  }

  private static void fillWords(long first, MemorySegment into, long at, int words) {
    for (int i = 0; i < words; i++) {
      into.set(WORD, at + (long) i * Long.BYTES, PLACES[i] + first);
    }
  }

  private static boolean matches(long key, long offset, MemorySegment bytes, int from, int length) {
    int done = lead(offset, length);
    long different = 0;
    for (int i = 0; i < done; i++) {
      different |= bytes.get(JAVA_BYTE, from + i) ^ one(key, offset + i);
    }
    while (length - done >= Long.BYTES) {
      int words = words(length - done);
      different |= difference(word(key, (offset + done) >>> 3), bytes, from + done, words);
      done += words * Long.BYTES;
    }
    for (int i = done; i < length; i++) {
      different |= bytes.get(JAVA_BYTE, from + i) ^ one(key, offset + i);
    }
    return different == 0;
  }

  private static long difference(long first, MemorySegment bytes, long from, int words) {
    long different = 0;
    for (int i = 0; i < words; i++) {
      different |= (bytes.get(WORD, from + (long) i * Long.BYTES) - PLACES[i]) ^ first;
    }
    return different;
  }

  private static int words(int bytes) {
    return Math.min(bytes / Long.BYTES, PLACES.length);
  }

  /** Bytes until the next word of the message begins, at most all. */
  private static int lead(long offset, int length) {
    return Math.min(length, (int) -offset & 7);
  }
}
