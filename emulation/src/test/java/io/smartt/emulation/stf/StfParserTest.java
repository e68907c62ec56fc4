package io.smartt.emulation.stf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.emulation.stf.StfRunner.StfNumber;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link StfParser}. */
class StfParserTest {
  private static StfStatement parse(String line) {
    return StfParser.parse(line).getFirst();
  }

  @Test
  void packetsAndExpectations() {
    assertThat(parse("packet 0 0102 0a 0B")).isEqualTo(new StfStatement.Packet(1, 0, "01020a0B"));
    assertThat(parse("EXPECT 3 01*2 AB $"))
        .isEqualTo(new StfStatement.Expect(1, 3, Optional.of("01*2ab$")));
    assertThat(parse("expect 3")).isEqualTo(new StfStatement.Expect(1, 3, Optional.empty()));
    assertThat(parse("no_packet")).isEqualTo(new StfStatement.NoPacket(1));
    assertThat(parse("wait")).isEqualTo(new StfStatement.Wait(1));
  }

  @Test
  void entries() {
    assertThat(parse("add c.t 10 hdr.a[1].b:0x****01 extra$0.h:5/3 act(x:1, y:0b1) = A"))
        .isEqualTo(
            new StfStatement.Add(
                1,
                "c.t",
                OptionalInt.of(10),
                List.of(
                    new StfStatement.Assignment("hdr.a[1].b", "0x****01"),
                    new StfStatement.Assignment("extra$0.h", "5/3")),
                new StfStatement.Call(
                    "act",
                    List.of(
                        new StfStatement.Assignment("x", "1"),
                        new StfStatement.Assignment("y", "0b1"))),
                Optional.of("A")));
    assertThat(parse("setdefault \"c.t\" c.act()"))
        .isEqualTo(
            new StfStatement.SetDefault(1, "c.t", new StfStatement.Call("c.act", List.of())));
    assertThat(parse("remove all")).isEqualTo(new StfStatement.RemoveAll(1));
  }

  @Test
  void countersAndCommands() {
    assertThat(parse("check_counter cnt($A) bytes >= 12"))
        .isEqualTo(
            new StfStatement.CheckCounter(
                1, "cnt", "$A", Optional.of(new StfStatement.Condition(true, ">=", 12))));
    assertThat(parse("check_counter cnt(10)"))
        .isEqualTo(new StfStatement.CheckCounter(1, "cnt", "10", Optional.empty()));
    assertThat(parse("mc_node_create 400 6 7"))
        .isEqualTo(new StfStatement.Command(1, "mc_node_create", List.of("400", "6", "7")));
  }

  @Test
  void commentsAndBlankLinesAreSkipped() {
    assertThat(StfParser.parse("# nothing\n\n  wait # for it\n"))
        .containsExactly(new StfStatement.Wait(3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hop 1|line 1: unknown statement "hop"
          packet 0 012|line 1: a packet is an even number of hexadecimal digits, found "012"
          packet x 01|line 1: expected a port number, found "x"
          expect 0 01q|line 1: an expected packet is hexadecimal digits
          add t a:b act()|line 1: expected a number, found b
          add t act(|line 1: expected a name, found nothing
          add t act() extra|line 1: expected the end of the line, found extra
          setdefault t act(x:1 !)|line 1: cannot read " !)"
          remove one|line 1: only "remove all" is known
          check_counter c(1) drops == 1|line 1: a counter has packets and bytes, not drops
          """)
  void malformedLinesAreNamed(String line, String message) {
    assertThatThrownBy(() -> StfParser.parse(line))
        .isInstanceOf(StfParser.StfFormatException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void digitsDecideWhatATernaryValueLooksAt() {
    assertThat(StfNumber.of("0x1*").ternary(8))
        .isEqualTo(new MatchValue.Ternary(Bits.of(0x10, 8), Bits.of(0xf0, 8)));
    assertThat(StfNumber.of("0x25").ternary(16))
        .isEqualTo(new MatchValue.Ternary(Bits.of(0x25, 16), Bits.of(0xff, 16)));
    assertThat(StfNumber.of("0b**").ternary(8)).isEqualTo(new MatchValue.Any());
  }

  @Test
  void digitsDecideHowLongAPrefixIs() {
    assertThat(StfNumber.of("0x0a01****").lpm(32))
        .isEqualTo(new MatchValue.Lpm(Bits.of(0x0a010000, 32), 16));
    assertThat(StfNumber.of("0x0a010203").lpm(32, 8))
        .isEqualTo(new MatchValue.Lpm(Bits.of(0x0a000000, 32), 8));
  }
}
