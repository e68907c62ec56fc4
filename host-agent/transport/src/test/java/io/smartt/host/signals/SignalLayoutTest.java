package io.smartt.host.signals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.signals.SignalLayout.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The text of a layout, and the values that are read by it. */
class SignalLayoutTest {
  @Test
  void theTextNamesFieldsInTheOrderOfTheWire() {
    SignalLayout layout = SignalLayout.parse("csig.depth:20,csig.port:4 , _:16, hops[].qdepth:32");
    assertThat(layout.fields())
        .containsExactly(
            new Field("csig.depth", 0, 20), new Field("csig.port", 20, 4), new Field("_", 24, 16));
    assertThat(layout.hopFields()).containsExactly(new Field("hops[].qdepth", 0, 32));
    assertThat(layout.names()).containsExactly("csig.depth", "csig.port", "hops[].qdepth");
    assertThat(layout.bytes()).isEqualTo(5);
    assertThat(layout.blockBytes()).isEqualTo(7);
    assertThat(layout.hopBytes()).isEqualTo(4);
  }

  @Test
  void noneHasNoBytes() {
    assertThat(SignalLayout.parse("none")).isEqualTo(SignalLayout.NONE);
    assertThat(SignalLayout.parse("program")).isEqualTo(SignalLayout.NONE);
    assertThat(SignalLayout.parse("program a.b:8")).isEqualTo(SignalLayout.parse("a.b:8"));
    assertThat(SignalLayout.NONE.blockBytes()).isZero();
    assertThat(SignalLayout.NONE.isEmpty()).isTrue();
  }

  @Test
  void aStackAloneHasABlockFromTheStart() {
    SignalLayout layout = SignalLayout.parse("hops[].qdepth:16");
    assertThat(layout.isEmpty()).isFalse();
    assertThat(layout.blockBytes()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "csig.depth|signal 'csig.depth': accepted are header.field:BITS",
        "''|signal '': accepted are",
        "a.b:0|signal 'a.b:0': accepted are",
        "a.b:8,,c.d:8|signal '': accepted are",
        "a.b:7|signals [a.b] have 7 bits, which are no whole bytes",
        "a.b:72|signal 'a.b' has 72 bits, accepted is at most 64",
        "a.b:8,a.b:8|signal 'a.b' is there twice",
        "h[].a:8, b.c:8|signal 'b.c:8' is behind those of the hops",
        "h[].a:8, i[].b:8|signal 'i[].b:8' is of a second stack, which signals cannot have",
        "_:1016|signals have 127 bytes, accepted is at most 126",
      })
  void whatIsWrongIsNamed(String text, String said) {
    assertThatThrownBy(() -> SignalLayout.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(said);
  }

  @Test
  void valuesAreTheBitsOfTheirFields() {
    SignalLayout layout =
        SignalLayout.parse("a.high:3, a.low:13, a.wide:64, a.odd:7, _:1, h[].x:12, h[].y:4");
    Signals signals = new Signals(layout);
    byte[] frame = new byte[40];
    // 101 0000000000001 | 64 ones but the last | 1111111 0 | hops: 0xabc 0xd, 0x123 0x4
    byte[] bytes = {
      (byte) 0xa0,
      0x01,
      -1,
      -1,
      -1,
      -1,
      -1,
      -1,
      -1,
      -2,
      (byte) 0xfe,
      (byte) 0xab,
      (byte) 0xcd,
      0x12,
      0x34
    };
    System.arraycopy(bytes, 0, frame, 9, bytes.length);
    assertThat(signals.read(frame, 9, bytes.length)).isTrue();
    assertThat(signals.get("a.high")).isEqualTo(5);
    assertThat(signals.get("a.low")).isEqualTo(1);
    assertThat(signals.get("a.wide")).isEqualTo(-2);
    assertThat(signals.get("a.odd")).isEqualTo(127);
    assertThat(signals.hops()).isEqualTo(2);
    assertThat(signals.hop(0, "h[].x")).isEqualTo(0xabc);
    assertThat(signals.hop(0, "h[].y")).isEqualTo(0xd);
    assertThat(signals.hop(1, "h[].x")).isEqualTo(0x123);
    assertThat(signals.hop(1, "h[].y")).isEqualTo(4);
    assertThatThrownBy(() -> signals.hop(2, "h[].x")).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> signals.get("a.lower"))
        .hasMessage("no signal 'a.lower', there are a.high, a.low, a.wide, a.odd, h[].x, h[].y");
  }

  @Test
  void anotherLengthThanTheLayoutsIsNotRead() {
    Signals fixed = new Signals(SignalLayout.parse("a.b:32"));
    Signals stacked = new Signals(SignalLayout.parse("a.b:32, h[].x:16"));
    byte[] frame = {1, 2, 3, 4, 5, 6, 7, 8};
    assertThat(fixed.read(frame, 0, 4)).isTrue();
    assertThat(fixed.read(frame, 4, 3)).isFalse();
    assertThat(fixed.read(frame, 0, 6)).isFalse();
    assertThat(fixed.get("a.b")).isEqualTo(0x01020304);
    assertThat(stacked.read(frame, 0, 3)).isFalse();
    assertThat(stacked.read(frame, 0, 5)).isFalse();
    assertThat(stacked.read(frame, 0, 4)).isTrue();
    assertThat(stacked.hops()).isZero();
    assertThat(stacked.read(frame, 0, 8)).isTrue();
    assertThat(stacked.hops()).isEqualTo(2);
  }
}
