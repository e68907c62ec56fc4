package io.smartt.base.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.input.UserInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link LinkChange}. */
class LinkChangeTest {
  @Test
  void wordsAreChanges() {
    assertThat(LinkChange.parse("down")).isEqualTo(new LinkChange.Carrier(false));
    assertThat(LinkChange.parse("up")).isEqualTo(new LinkChange.Carrier(true));
    assertThat(LinkChange.parse("rate=10Gbps")).isEqualTo(new LinkChange.Rate(10_000_000_000L));
    assertThat(LinkChange.parse("loss=0.5")).isEqualTo(new LinkChange.Loss(0.005));
    assertThat(LinkChange.parse("loss=100%")).isEqualTo(new LinkChange.Loss(1));
    assertThat(LinkChange.parse("delay=5us")).isEqualTo(new LinkChange.Delay(5_000_000));
  }

  @ParameterizedTest
  @CsvSource({
    "down, is down",
    "up, is up",
    "rate=2500Mbps, has a rate of 2500Mbps",
    "loss=0.5, loses 0.5 % of packets",
    "loss=1, loses 1 % of packets",
    "delay=1500ns, has a latency of 1500ns"
  })
  void eachSaysWhatTheLinkIsThen(String word, String text) {
    assertThat(LinkChange.parse(word)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Down", "rate", "rate=", "rate=10", "loss=101", "loss=-1", "delay=5", "up=1"})
  void whatIsNoneIsNamed(String word) {
    assertThatThrownBy(() -> LinkChange.parse(word)).isInstanceOf(UserInputException.class);
  }

  @Test
  void theFormsAreSaid() {
    assertThatThrownBy(() -> LinkChange.parse("fast"))
        .hasMessage("'fast': write down, up, rate=10Gbps, loss=1 (percent) or delay=5us");
  }
}
