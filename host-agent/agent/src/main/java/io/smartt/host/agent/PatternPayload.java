package io.smartt.host.agent;

import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PayloadSink;
import io.smartt.host.transport.PayloadSource;
import io.smartt.host.transport.PayloadTarget;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Payload whose every byte follows from its sender, message and place, so that a receiver can check
 * it by itself: 64-bit words of a counter's hash (SplitMix64's finalizer). Allocates nothing per
 * frame.
 */
public final class PatternPayload {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

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
      fill(key, messageOffset, into, at, length);
    }
  }

  private static long key(int ipv4, long messageId) {
    return mix(((long) ipv4 << 32) ^ messageId);
  }

  static long word(long key, long index) {
    return mix(key + index * GOLDEN);
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private static byte one(long key, long offset) {
    return (byte) (word(key, offset >>> 3) >>> ((offset & 7) * 8));
  }

  static void fill(long key, long offset, byte[] into, int at, int length) {
    int i = 0;
    for (; i < length && ((offset + i) & 7) != 0; i++) {
      into[at + i] = one(key, offset + i);
    }
    for (; i + 8 <= length; i += 8) {
      WORD.set(into, at + i, word(key, (offset + i) >>> 3));
    }
    for (; i < length; i++) {
      into[at + i] = one(key, offset + i);
    }
  }

  static boolean matches(long key, long offset, byte[] bytes, int from, int length) {
    int i = 0;
    boolean same = true;
    for (; i < length && ((offset + i) & 7) != 0; i++) {
      same &= bytes[from + i] == one(key, offset + i);
    }
    for (; i + 8 <= length; i += 8) {
      same &= (long) WORD.get(bytes, from + i) == word(key, (offset + i) >>> 3);
    }
    for (; i < length; i++) {
      same &= bytes[from + i] == one(key, offset + i);
    }
    return same;
  }
}
