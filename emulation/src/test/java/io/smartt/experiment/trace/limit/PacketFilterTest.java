package io.smartt.experiment.trace.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.limit.CaptureLimits.CaptureWindow;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesSmallRequest;
import io.smartt.host.wire.Uet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class PacketFilterTest {
  private static final Map<String, Integer> HOSTS = Map.of("h1", 1, "h2", 2);
  private static final int PAYLOAD = 100;

  /** Of h1 to h2, marked, sent again. */
  private static FrameView data() {
    int bytes = PdsRequest.BYTES + SesSmallRequest.BYTES + PAYLOAD;
    byte[] frame = new byte[OuterHeaders.BYTES + bytes];
    new OuterHeaders(2, 1, 1, 2, 10, 3, Uet.UDP_PORT).write(frame, 5, bytes);
    PdsRequest.write(frame, Uet.PDS_AT, Uet.RUD_REQ, Uet.REQ_SMALL, Uet.FLAG_RETX, 0, 7, 8, 9);
    SesSmallRequest.write(frame, Uet.PDS_AT + PdsRequest.BYTES, 1, 0, PAYLOAD, true);
    FrameView view = new FrameView();
    var _ = view.read(frame, frame.length);
    return view;
  }

  /** Of h2 to h1. */
  private static FrameView nack() {
    byte[] frame = new byte[OuterHeaders.BYTES + PdsNack.BYTES];
    new OuterHeaders(1, 2, 2, 1, 46, 0, Uet.UDP_PORT).write(frame, 5, PdsNack.BYTES);
    PdsNack.write(frame, Uet.PDS_AT, Uet.FLAG_MARKED, PdsNack.TRIMMED, 7, 9, 8, 8);
    FrameView view = new FrameView();
    var _ = view.read(frame, frame.length);
    return view;
  }

  @ParameterizedTest
  @CsvSource({
    "all, true, true",
    "data, true, false",
    "data or nack, true, true",
    "not data, false, true",
    "marked, true, true",
    "marked and not nack, true, false",
    "again, true, false",
    "from h1, true, false",
    "to h1, false, true",
    "host h1, true, true",
    "data and from h2 or nack, false, true",
    "data and (from h2 or nack), false, false",
    "not (data or nack), false, false",
    "pause or trimmed, false, false"
  })
  void wordsAndHowTheyBind(String text, boolean takesData, boolean takesNack) {
    PacketFilter.Test filter = PacketFilter.parse(text).bind(HOSTS);
    assertThat(filter.takes(data())).isEqualTo(takesData);
    assertThat(filter.takes(nack())).isEqualTo(takesNack);
  }

  @ParameterizedTest
  @CsvSource({
    "trimed, 'trimed' is no word for packets",
    "data and, it ends early",
    "(data, a ')' is missing",
    "data nack, 'nack' is one too many",
    "from, 'from' without a host"
  })
  void whatIsWrongIsNamed(String text, String message) {
    assertThatThrownBy(() -> PacketFilter.parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("'" + text + "' is no filter: " + message.replace("''", "'"));
  }

  @Test
  void aHostThatIsNoneIsNamed() {
    assertThatThrownBy(() -> PacketFilter.parse("not from h9").bind(HOSTS))
        .isInstanceOf(UserInputException.class)
        .hasMessage("capture.filter: 'h9' is no host: there are 2, such as h1");
  }

  @ParameterizedTest
  @CsvSource({
    "10us..20us, 10000000, 20000000",
    "..1ns, 0, 1000",
    "1ms.., 1000000000, 9223372036854775807"
  })
  void windows(String text, long from, long until) {
    assertThat(CaptureWindow.parse(text)).isEqualTo(new CaptureWindow(from, until));
  }

  @ParameterizedTest
  @CsvSource({"10us, is no span of time", "2us..1us, is an empty span of time", "x..1us, x"})
  void windowsThatAreNone(String text, String message) {
    assertThatThrownBy(() -> CaptureWindow.parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(message);
  }
}
