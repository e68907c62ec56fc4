package io.smartt.p4.pipeline.hash;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The algorithms by the names that the BMv2 JSON uses. */
public final class HashAlgorithms {
  private static final List<String> NAMES =
      List.of(
          "crc16",
          "crc32",
          "crcCCITT",
          "csum16",
          "cksum16",
          "xor16",
          "xor32",
          "identity",
          "crc8_custom",
          "crc16_custom",
          "crc32_custom",
          "crc64_custom",
          "xxh64",
          "bmv2_hash",
          "hash_ex",
          "random",
          "round_robin",
          "round_robin_consistent");

  /** The tables of a check are read at random, packet by packet: one copy stays in the cache. */
  private static final Crc CRC_16 = Crc.crc16();

  private static final Crc CRC_32 = Crc.crc32();
  private static final Crc CRC_CCITT = Crc.crcCcitt();

  private HashAlgorithms() {}

  /** All names. */
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
          case "csum16", "cksum16" -> Checksums::internet;
          case "xor16" -> (HashAlgorithm) (data, length) -> Checksums.xor(data, length, 2);
          case "xor32" -> (HashAlgorithm) (data, length) -> Checksums.xor(data, length, 4);
          case "identity" -> Checksums::identity;
          case "xxh64", "bmv2_hash" -> XxHash64::hash;
          case "hash_ex" -> Checksums::fnvMixed;
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
}
