package io.smartt.p4.pipeline.hash;

import module java.base;

/** The algorithms by the names that the BMv2 JSON uses. */
public final class HashAlgorithms {
  private static final List<String> NAMES =
      List.of(
          ("crc16 crc32 crcCCITT csum16 cksum16 xor16 xor32 identity crc8_custom"
                  + " crc16_custom crc32_custom crc64_custom xxh64 bmv2_hash hash_ex random"
                  + " round_robin round_robin_consistent")
              .split(" ", -1));

  /** The tables of a check are read at random, packet by packet: one copy stays in the cache. */
  private static final Crc CRC_16 = Crc.crc16();

  private static final Crc CRC_32 = Crc.crc32();
  private static final Crc CRC_CCITT = Crc.crcCcitt();

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private HashAlgorithms() {}

  /** Returns the names of the algorithms. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * A fresh algorithm, or empty where the name is not one of {@link #names}. The custom CRCs have
   * the parameters that BMv2 gives them until the control plane sets others.
   *
   * @param random source of {@code random}
   */
  public static Optional<HashAlgorithm> create(String name, RandomGenerator random) {
    return Optional.ofNullable(
        switch (name) {
          case "crc16", "crc16_custom" -> CRC_16;
          case "crc32", "crc32_custom" -> CRC_32;
          case "crcCCITT" -> CRC_CCITT;
          case "crc8_custom" -> new Crc(8, 0x07, 0, 0, false);
          case "crc64_custom" -> new Crc(64, 0x1b, 0, 0, true);
          case "csum16", "cksum16" -> HashAlgorithms::internet;
          case "xor16" -> (HashAlgorithm) (data, length) -> xor(data, length, 2);
          case "xor32" -> (HashAlgorithm) (data, length) -> xor(data, length, 4);
          case "identity" -> HashAlgorithms::identity;
          case "xxh64", "bmv2_hash" -> XxHash64::hash;
          case "hash_ex" -> HashAlgorithms::fnvMixed;
          case "random" -> (HashAlgorithm) (data, length) -> random.nextLong();
          case "round_robin" -> new RoundRobin();
          case "round_robin_consistent" -> new ConsistentRoundRobin();
          default -> null;
        });
  }

  /** Counts its calls. */
  private static final class RoundRobin implements HashAlgorithm {
    private long next;

    @Override
    public long hash(byte[] data, int length) {
      return next++;
    }
  }

  /** Numbers its inputs in the order in which it first sees them; allocates for each new one. */
  private static final class ConsistentRoundRobin implements HashAlgorithm {
    private final Map<List<Byte>, Long> seen = new HashMap<>();

    @Override
    public long hash(byte[] data, int length) {
      Byte[] key = new Byte[length];
      Arrays.setAll(key, i -> data[i]);
      return seen.computeIfAbsent(List.of(key), _ -> (long) seen.size());
    }
  }

  /** A hash or checksum. Allocates nothing per call; not for more than one thread. */
  @FunctionalInterface
  public interface HashAlgorithm {
    /** The hash of the first {@code length} bytes, unsigned. */
    long hash(byte[] data, int length);
  }

  /** The Internet checksum, RFC 1071; an odd last byte is padded with a zero byte. */
  private static long internet(byte[] data, int length) {
    long sum = 0;
    int i = 0;
    for (; i + 4 <= length; i += 4) {
      sum += (int) INT.get(data, i) & 0xffffffffL;
    }
    for (; i < length; i++) {
      sum += (data[i] & 0xffL) << ((i & 1) == 0 ? 8 : 0);
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return ~sum & 0xffff;
  }

  /** Exclusive or of the big-endian words of {@code size} bytes, the last padded with zeros. */
  private static long xor(byte[] data, int length, int size) {
    long result = 0;
    for (int i = 0; i < length; i++) {
      result ^= (data[i] & 0xffL) << (8 * (size - 1 - i % size));
    }
    return result;
  }

  /** The first eight bytes as a big-endian number. */
  private static long identity(byte[] data, int length) {
    long result = 0;
    for (int i = 0; i < Math.min(length, Long.BYTES); i++) {
      result = (result << 8) | (data[i] & 0xff);
    }
    return result;
  }

  /** Jenkins's mixing after an FNV-1a of signed bytes: BMv2's {@code hash_ex}. */
  private static long fnvMixed(byte[] data, int length) {
    int hash = 0x811c9dc5;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ data[i]) * 0x01000193;
    }
    hash += hash << 13;
    hash ^= hash >>> 7;
    hash += hash << 3;
    hash ^= hash >>> 17;
    hash += hash << 5;
    return hash & 0xffffffffL;
  }

  /** xxHash64 with seed 0, after its published specification. */
  private static final class XxHash64 {
    private static final VarHandle LONG =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    private XxHash64() {}

    static long hash(byte[] data, int length) {
      int i = 0;
      long hash;
      if (length >= 32) {
        long seed = 0;
        long a = seed + PRIME_1 + PRIME_2;
        long b = seed + PRIME_2;
        long c = seed;
        long d = seed - PRIME_1;
        for (; i + 32 <= length; i += 32) {
          a = round(a, (long) LONG.get(data, i));
          b = round(b, (long) LONG.get(data, i + 8));
          c = round(c, (long) LONG.get(data, i + 16));
          d = round(d, (long) LONG.get(data, i + 24));
        }
        hash =
            Long.rotateLeft(a, 1)
                + Long.rotateLeft(b, 7)
                + Long.rotateLeft(c, 12)
                + Long.rotateLeft(d, 18);
        hash = merge(merge(merge(merge(hash, a), b), c), d);
      } else {
        hash = PRIME_5;
      }
      hash += length;
      for (; i + 8 <= length; i += 8) {
        hash = Long.rotateLeft(hash ^ round(0, (long) LONG.get(data, i)), 27) * PRIME_1 + PRIME_4;
      }
      if (i + 4 <= length) {
        hash ^= ((int) INT.get(data, i) & 0xffffffffL) * PRIME_1;
        hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
        i += 4;
      }
      for (; i < length; i++) {
        hash = Long.rotateLeft(hash ^ (data[i] & 0xff) * PRIME_5, 11) * PRIME_1;
      }
      hash = (hash ^ hash >>> 33) * PRIME_2;
      hash = (hash ^ hash >>> 29) * PRIME_3;
      return hash ^ hash >>> 32;
    }

    private static long round(long accumulator, long input) {
      return Long.rotateLeft(accumulator + input * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long accumulator) {
      return (hash ^ round(0, accumulator)) * PRIME_1 + PRIME_4;
    }
  }
}
