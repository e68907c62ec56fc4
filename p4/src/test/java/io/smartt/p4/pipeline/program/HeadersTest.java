package io.smartt.p4.pipeline.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What {@code headers.p4} parses and emits: a report of three bytes, then the headers. */
class HeadersTest {
  private static final String NO_ERROR = "000000";
  private static final String TOO_SHORT = "010000";
  private static final String STACK_FULL = "030000";
  private static final String HEADER_TOO_SHORT = "040000";
  private static final String INVALID_ARGUMENT = "060000";

  private final Device device = new Device("headers");

  @Test
  void stackIsExtractedAndEmittedInOrder() {
    assertThat(device.pass("0103" + "112233" + "99")).isEqualTo(NO_ERROR + "0103112233" + "99");
  }

  @Test
  void aFullStackIsAnErrorThatKeepsWhatWasParsed() {
    assertThat(device.pass("0105" + "1122334455")).isEqualTo(STACK_FULL + "01051122334455");
  }

  @Test
  void theLastElementSteersTheParser() {
    assertThat(device.pass("0103" + "11ff33")).isEqualTo(NO_ERROR + "010311ff33");
  }

  @Test
  void pushMovesElementsBackAndDropsThoseAtTheEnd() {
    // The first is made valid again, the second stays invalid, the last of three falls out.
    assertThat(device.pass("0203" + "112233")).isEqualTo(NO_ERROR + "0203" + "aa" + "1122");
  }

  @Test
  void popMovesElementsForward() {
    assertThat(device.pass("0303" + "112233")).isEqualTo(NO_ERROR + "03032233");
  }

  @Test
  void elementsAreReadAndWrittenByIndex() {
    assertThat(device.pass("0903" + "020033")).isEqualTo("003300" + "0903" + "020077");
  }

  @Test
  void anIndexOfAnElementThatIsNotValidDoesNoHarm() {
    assertThat(device.pass("0901" + "03")).isEqualTo(NO_ERROR + "0901" + "03");
  }

  @Test
  void unionsHoldOneMemberAtATime() {
    assertThat(device.pass("0400" + "011234" + "0155aa" + "99"))
        // The second union's short member gives way to the long one.
        .isEqualTo(NO_ERROR + "0400" + "011234" + "0200001234" + "99");
    assertThat(device.pass("0400" + "0211223344" + "99"))
        .isEqualTo(NO_ERROR + "0400" + "0211223344" + "99");
    // To look ahead of the end is an error.
    assertThat(device.pass("0400" + "0211223344")).isEqualTo(TOO_SHORT + "0400" + "0211223344");
  }

  @Test
  void aUnionStackThatIsFullIsAnError() {
    assertThat(device.pass("0400" + "0211223344" + "0255667788" + "011111"))
        .isEqualTo(STACK_FULL + "0400" + "0211223344" + "0255667788" + "011111");
  }

  @Test
  void varbitIsAsLongAsItSays() {
    String options = "10" + "abcd" + "ee";

    assertThat(device.pass("0500" + options + "99"))
        .isEqualTo(NO_ERROR + "0500" + options + options + "99");
    String empty = "00" + "ee";
    assertThat(device.pass("0500" + empty)).isEqualTo(NO_ERROR + "0500" + empty + empty);
  }

  @Test
  void varbitMustBeWholeBytesAndFit() {
    assertThat(device.pass("0500" + "04" + "ee")).isEqualTo(INVALID_ARGUMENT + "050004ee");
    String tooLong = "48" + "112233445566778899" + "ee";
    assertThat(device.pass("0500" + tooLong)).isEqualTo(HEADER_TOO_SHORT + "0500" + tooLong);
    assertThat(device.pass("0500" + "20" + "1122")).isEqualTo(TOO_SHORT + "0500201122");
  }

  @Test
  void advanceSkipsBytesForGood() {
    assertThat(device.pass("0610" + "1111" + "08aaee")).isEqualTo(NO_ERROR + "0610" + "08aaee");
    assertThat(device.pass("0604" + "1111")).isEqualTo(INVALID_ARGUMENT + "06041111");
    assertThat(device.pass("06f8" + "1111")).isEqualTo(TOO_SHORT + "06f81111");
  }

  @Test
  void advancePassesBytesThatThePacketOnlyCounts() {
    String farther =
        new String(Device.json("headers"), UTF_8)
            .replaceFirst(
                "(?s)\"&\",(\\s+.{1,200}\"count\".{1,200})\"0xffffffff\"", "\"<<\",$1\"0x5\"");
    Device skipping = new Device(farther.getBytes(UTF_8));
    var context = skipping.receive("06f0", 1000);
    skipping.pipeline.ingress(context, 0);

    assertThat(skipping.finish(context)).isEqualTo(NO_ERROR + "06f0" + "0000");
    assertThat(context.packet().length()).isEqualTo(NO_ERROR.length() / 2 + 2 + 1000 - 2 - 960);
  }

  @Test
  void verifyEndsTheParserWithItsError() {
    assertThat(device.pass("0707" + "55")).isEqualTo(NO_ERROR + "070755");
    assertThat(device.pass("0708" + "55")).isEqualTo(HEADER_TOO_SHORT + "070855");
  }

  @Test
  void lookaheadTakesNothing() {
    assertThat(device.pass("0807" + "0abc")).isEqualTo(NO_ERROR + "08070abc");
    assertThat(device.pass("0808" + "0abc")).isEqualTo(HEADER_TOO_SHORT + "08080abc");
    assertThat(device.pass("0808" + "0abd")).isEqualTo(NO_ERROR + "08080abd");
    assertThat(device.pass("0808" + "0a")).isEqualTo(TOO_SHORT + "08080a");
  }

  @Test
  void aContextIsCleanAfterReset() {
    var context = device.receive("0103" + "112233", 0);
    device.pipeline.ingress(context, 0);
    context.reset();
    context.packet().set(new byte[] {1, 1, 5}, 0, 3, 3);
    device.pipeline.ingress(context, 0);

    assertThat(device.finish(context)).isEqualTo(NO_ERROR + "010105");
  }
}
