package io.smartt.experiment.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.QueueSettings.QueueSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueueSizeTest {
  private static final long HTSIM_BDP_BYTES = 1_145_344;

  @ParameterizedTest
  @CsvSource({"1bdp, 276", "2 bdp, 551", "0.001bdp, 1", "300packets, 300", "1MiB, 253", "100B, 1"})
  void countsPackets(String text, int packets) {
    assertThat(QueueSize.parse(text).packets(HTSIM_BDP_BYTES, 4160)).isEqualTo(packets);
  }

  @ParameterizedTest
  @CsvSource({
    "1bdp, 1148160",
    "2 bdp, 2292160",
    "0.001bdp, 4164",
    "1packets, 4164",
    "300packets, 1248000",
    "1MiB, 1048576",
    "100B, 4164",
    "4165B, 4165"
  })
  void countsBytesAndHoldsOnePacketThatAsksForCreditAtLeast(String text, long bytes) {
    assertThat(QueueSize.parse(text).bytes(HTSIM_BDP_BYTES, 4160)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "bdp", "0bdp", "-1packets", "many", "1 furlong", "1", "1048576", " 7 "})
  void refusesWhatIsNoSize(String text) {
    assertThatThrownBy(() -> QueueSize.parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessage("'" + text + "' is not a queue size: write 1bdp, 276packets, 1MiB or 9000B");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1bdp", "2.5bdp", "276packets", "1MiB", "1000B"})
  void writesWhatItReads(String text) {
    assertThat(QueueSize.parse(text)).hasToString(text);
  }

  @Test
  void placesRedThresholdsWhereTheReferenceSimulatorHasThem() {
    QueueSettings queue = new QueueSettings(QueueSize.parse("1bdp"), 20, 80);

    assertThat(queue.packets(queue.kminPercent(), HTSIM_BDP_BYTES, 4160)).isEqualTo(56);
    assertThat(queue.packets(queue.kmaxPercent(), HTSIM_BDP_BYTES, 4160)).isEqualTo(221);
  }
}
