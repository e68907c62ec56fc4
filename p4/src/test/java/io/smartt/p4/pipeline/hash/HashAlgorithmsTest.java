package io.smartt.p4.pipeline.hash;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the hash algorithms against published check values. */
class HashAlgorithmsTest {
  /** The check values of the catalogue of parametrised CRC algorithms, over "123456789". */
  @ParameterizedTest
  @CsvSource({
    "crc16, bb3d",
    "crc16_custom, bb3d",
    "crc32, cbf43926",
    "crc32_custom, cbf43926",
    "crcCCITT, 29b1",
    "crc8_custom, f4",
    // CRC-64/GO-ISO without its initial value and final exclusive or, worked out bit by bit.
    "crc64_custom, 46a5a9388a5beffe",
    // xxHash64 with seed 0, from its reference implementation.
    "xxh64, 8cb841db40e6ae83",
  })
  void hasItsCheckValue(String algorithm, String expected) {
    byte[] input = "123456789".getBytes(US_ASCII);

    assertThat(hash(algorithm, input)).isEqualTo(Long.parseUnsignedLong(expected, 16));
  }

  /** The example of RFC 1071, section 3. */
  @Test
  void internetChecksumIsThatOfTheRfc() {
    assertThat(hash("csum16", HexFormat.of().parseHex("0001f203f4f5f6f7"))).isEqualTo(0x220d);
  }

  @Test
  void internetChecksumPadsAnOddByteBehind() {
    // 0x0102 + 0x0300 = 0x0402, complement 0xfbfd
    assertThat(hash("csum16", HexFormat.of().parseHex("010203"))).isEqualTo(0xfbfd);
  }

  @Test
  void internetChecksumAddsCarriesBack() {
    // 0xffff + 0x0002 = 0x10001, folded 0x0002, complement 0xfffd
    assertThat(hash("csum16", HexFormat.of().parseHex("ffff0002"))).isEqualTo(0xfffd);
  }

  @Test
  void exclusiveOrIsOfWordsPaddedBehind() {
    // 0x1234 ^ 0x5600
    assertThat(hash("xor16", HexFormat.of().parseHex("123456"))).isEqualTo(0x4434);
    // 0x12345678 ^ 0x9a000000
    assertThat(hash("xor32", HexFormat.of().parseHex("123456789a"))).isEqualTo(0x88345678L);
  }

  @Test
  void identityIsTheFirstEightBytes() {
    assertThat(hash("identity", HexFormat.of().parseHex("0102"))).isEqualTo(0x0102);
    assertThat(hash("identity", HexFormat.of().parseHex("ff02030405060708aa")))
        .isEqualTo(0xff02030405060708L);
  }

  @Test
  void roundRobinCounts() {
    HashAlgorithms.HashAlgorithm algorithm =
        HashAlgorithms.create("round_robin", new Random(1)).orElseThrow();

    assertThat(algorithm.hash(new byte[4], 4)).isZero();
    assertThat(algorithm.hash(new byte[4], 4)).isEqualTo(1);
  }

  @Test
  void consistentRoundRobinRemembersItsInputs() {
    HashAlgorithms.HashAlgorithm algorithm =
        HashAlgorithms.create("round_robin_consistent", new Random(1)).orElseThrow();

    assertThat(algorithm.hash(new byte[] {1}, 1)).isZero();
    assertThat(algorithm.hash(new byte[] {2}, 1)).isEqualTo(1);
    assertThat(algorithm.hash(new byte[] {1}, 1)).isZero();
  }

  @Test
  void everyNameHasAnAlgorithmAndOthersHaveNone() {
    assertThat(HashAlgorithms.names())
        .allSatisfy(name -> assertThat(HashAlgorithms.create(name, new Random(1))).isPresent());
    assertThat(HashAlgorithms.create("md5", new Random(1))).isEmpty();
  }

  private static long hash(String algorithm, byte[] input) {
    return HashAlgorithms.create(algorithm, new Random(1)).orElseThrow().hash(input, input.length);
  }
}
