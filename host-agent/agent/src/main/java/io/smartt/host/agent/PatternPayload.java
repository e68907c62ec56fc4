package io.smartt.host.agent;

import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PayloadSink;
import io.smartt.host.transport.PayloadSource;
import io.smartt.host.transport.PayloadTarget;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Payload whose every byte follows from its sender, message and place, so that a receiver can check
 * it by itself: 64-bit words that count up from a hash of sender and message (SplitMix64's
 * finalizer). Allocates nothing per frame.
 */
public final class PatternPayload {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final ValueLayout.OfLong SEGMENT_WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private PatternPayload() {}

  /** Checks what arrives. */
  public static PayloadSink checker() {
    return (Destination source, long messageId) -> {
      long key = key(source.ipv4(), messageId);
      return Optional.of(
          (PayloadTarget)
              (offset, bytes, from, length) -> matches(key, offset, bytes, from, length));
    };
  }

  /** The bytes of one message, whose number becomes known when the transport has accepted it. */
  public static final class Source implements PayloadSource {
    private final int ipv4;
    private byte[] array = {};
    private MemorySegment segment = MemorySegment.ofArray(array);
    private long key;

    /**
     * The payload of a message of this host.
     *
     * @param ipv4 the sender's address
     */
    public Source(int ipv4) {
      this.ipv4 = ipv4;
    }

    /** To be called before the first frame leaves. */
    public void numberAs(long messageId) {
      key = key(ipv4, messageId);
    }

    @Override
    public void copy(long messageOffset, byte[] into, int at, int length) {
      if (into != array) {
        array = into;
        segment = MemorySegment.ofArray(into);
      }
      fill(key, messageOffset, segment, at, length);
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

  /** Into a segment: the JIT compiler makes vectors of its loop, and not of a byte array's. */
  private static void fill(long key, long offset, MemorySegment into, int at, int length) {
    int lead = lead(offset, length);
    for (int i = 0; i < lead; i++) {
      into.set(ValueLayout.JAVA_BYTE, at + i, one(key, offset + i));
    }
    long word = word(key, (offset + lead) >>> 3);
    long from = at + lead;
    int words = (length - lead) / Long.BYTES;
    for (int i = 0; i < words; i++) {
      into.set(SEGMENT_WORD, from + (long) i * Long.BYTES, word + i);
    }
    for (int i = lead + words * Long.BYTES; i < length; i++) {
      into.set(ValueLayout.JAVA_BYTE, at + i, one(key, offset + i));
    }
  }

  static boolean matches(long key, long offset, byte[] bytes, int from, int length) {
    int i = lead(offset, length);
    long different = 0;
    for (int byByte = 0; byByte < i; byByte++) {
      different |= bytes[from + byByte] ^ one(key, offset + byByte);
    }
    long word = word(key, (offset + i) >>> 3);
    for (; i + 32 <= length; i += 32) {
      different |= (long) WORD.get(bytes, from + i) ^ word;
      different |= (long) WORD.get(bytes, from + i + 8) ^ (word + 1);
      different |= (long) WORD.get(bytes, from + i + 16) ^ (word + 2);
      different |= (long) WORD.get(bytes, from + i + 24) ^ (word + 3);
      word += 4;
    }
    for (; i + 8 <= length; i += 8) {
      different |= (long) WORD.get(bytes, from + i) ^ word++;
    }
    for (; i < length; i++) {
      different |= bytes[from + i] ^ one(key, offset + i);
    }
    return different == 0;
  }

  /** Bytes until the next word of the message begins, at most all. */
  private static int lead(long offset, int length) {
    return Math.min(length, (int) -offset & 7);
  }
}
