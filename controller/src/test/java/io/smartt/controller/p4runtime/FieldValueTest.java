package io.smartt.controller.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link FieldValue}. */
class FieldValueTest {
  @ParameterizedTest
  @CsvSource({
    "17, 11",
    "0x1F, 1f",
    "10.0.1.2, 0a000102",
    "02:00:00:00:00:2a, 02000000002a",
    "2001:db8::1, 20010db8000000000000000000000001",
    "::, 0"
  })
  void readsWhatPeopleWrite(String text, String hex) {
    assertThat(FieldValue.parse(text).number()).contains(new BigInteger(hex, 16));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ten", "10.0.1", "10.0.1.256", "-1", "0x", "02:00:00:00:00:zz"})
  void refusesTheRestSayingWhatIsAccepted(String text) {
    assertThatThrownBy(() -> FieldValue.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + text + "' is no value: give a number");
  }

  @ParameterizedTest
  @CsvSource({
    "hdr.ipv4.dst_addr, 32, 0a000102, 10.0.1.2",
    "salt, 32, 0a000102, 167772418",
    "dst_mac, 48, 02000000002a, 02:00:00:00:00:2a",
    "port, 9, 01ff, 511",
    "label, 128, ff, 0xff",
    "port, 9, '', (empty)",
    "port, 0, 45746830, '''Eth0'''"
  })
  void showsThemAsPeopleWriteThem(String field, int width, String hex, String text) {
    assertThat(FieldValue.show(field, width, ByteString.copyFrom(HexFormat.of().parseHex(hex))))
        .isEqualTo(text);
  }
}
