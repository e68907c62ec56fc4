package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.smartt.p4.pipeline.Bits;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The two tables of examples in P4Runtime section 8.3, row by row. */
class BytestringConformanceTest {
  private static final Place PLACE = new Place("table 't'", "field", "f");

  private static ByteString bytes(String hex) {
    return ByteString.copyFrom(HexFormat.of().parseHex(hex));
  }

  @ParameterizedTest
  @CsvSource({
    "8, 99, 63, true",
    "16, 99, 0063, false",
    "16, 99, 63, true",
    "16, 12388, 3064, true",
    "16, 12388, 003064, false",
    "12, 99, 0063, false",
    "12, 99, 63, true",
    "12, 99, 000063, false"
  })
  void validUnsignedExamplesAreAcceptedAndReadBackShortest(
      int width, long value, String written, boolean symmetric) {
    Bits bits = Values.unsigned(PLACE, bytes(written), width);

    assertThat(bits).isEqualTo(Bits.of(value, width));
    assertThat(Values.bytes(bits).equals(bytes(written))).isEqualTo(symmetric);
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
  void validSignedExamplesAreAcceptedAndReadBackShortest(
      int width, long value, String written, boolean symmetric) {
    Bits bits = Values.signed(PLACE, bytes(written), width);

    assertThat(bits).isEqualTo(Bits.of(value & ((1L << width) - 1), width));
    assertThat(Values.signedBytes(bits).equals(bytes(written))).isEqualTo(symmetric);
  }

  @ParameterizedTest
  @CsvSource({"8, 0163", "8, ''", "16, 010063", "12, 1063", "12, 010063", "12, 004063"})
  void invalidUnsignedExamplesAreOutOfRange(int width, String written) {
    assertThatThrownBy(() -> Values.unsigned(PLACE, bytes(written), width))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> assertThat(refusal.code()).isEqualTo(Status.Code.OUT_OF_RANGE));
  }

  @ParameterizedTest
  @CsvSource({"8, 009d", "12, 8d1d", "16, ''"})
  void invalidSignedExamplesAreOutOfRange(int width, String written) {
    assertThatThrownBy(() -> Values.signed(PLACE, bytes(written), width))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> assertThat(refusal.code()).isEqualTo(Status.Code.OUT_OF_RANGE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "32 | 0100000000 | table 't': field 'f' value 0x100000000 needs 33 bits, the field has 32",
        "8  | ''         | table 't': field 'f' value is empty; zero is one zero byte"
      })
  void errorsSayWhatWouldFit(int width, String written, String message) {
    assertThatThrownBy(() -> Values.unsigned(PLACE, bytes(written), width)).hasMessage(message);
  }
}
