package io.smartt.p4.info;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link P4Bytes}; the rows of valid and invalid encodings are P4Runtime's own. */
class P4BytesTest {
  @ParameterizedTest
  @CsvSource({
    "8, 99, 63, true",
    "16, 99, 0063, false",
    "16, 99, 63, true",
    "16, 12388, 3064, true",
    "16, 12388, 003064, false",
    "12, 99, 0063, false",
    "12, 99, 63, true",
    "12, 99, 000063, false",
    "9, 511, 01ff, true",
    "128, 0, 00, true"
  })
  void unsignedValuesAreReadInAnyLengthAndWrittenInTheShortest(
      int width, BigInteger value, String hex, boolean shortest) {
    assertThat(P4Bytes.decode(bytes(hex), width)).isEqualTo(value);
    assertThat(P4Bytes.encode(value, width).equals(bytes(hex))).isEqualTo(shortest);
    assertThat(P4Bytes.canonical(bytes(hex))).isEqualTo(P4Bytes.encode(value, width));
  }

  @ParameterizedTest
  @CsvSource({
    "8, 99, 63, true",
    "8, -99, 9d, true",
    "8, -99, ff9d, false",
    "12, -739, fd1d, true",
    "16, 0, 0000, false",
    "16, 0, 00, true"
  })
  void signedValuesAreSignExtended(int width, BigInteger value, String hex, boolean shortest) {
    assertThat(P4Bytes.decodeSigned(bytes(hex), width)).isEqualTo(value);
    assertThat(P4Bytes.encodeSigned(value, width).equals(bytes(hex))).isEqualTo(shortest);
  }

  @ParameterizedTest
  @CsvSource({"8, 0163", "8, ''", "16, 010063", "12, 1063", "12, 010063", "12, 004063"})
  void tooWideOrEmptyIsRefused(int width, String hex) {
    assertThatThrownBy(() -> P4Bytes.decode(bytes(hex), width))
        .isInstanceOf(P4Bytes.OutOfRangeException.class)
        .hasMessageContaining("bit<" + width + ">");
  }

  @ParameterizedTest
  @CsvSource({"8, 009d", "12, 8d1d", "16, ''"})
  void tooWideOrEmptySignedIsRefused(int width, String hex) {
    assertThatThrownBy(() -> P4Bytes.decodeSigned(bytes(hex), width))
        .isInstanceOf(P4Bytes.OutOfRangeException.class);
  }

  private static ByteString bytes(String hex) {
    return ByteString.copyFrom(HexFormat.of().parseHex(hex));
  }
}
