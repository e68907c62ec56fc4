package io.smartt.host.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.settings.RecordSettings.SettingInfo;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of {@link RecordSettings}. */
class RecordSettingsTest {
  enum Mode {
    SLOW,
    VERY_FAST
  }

  record Described(
      @Setting(defaultValue = "2.5", meaning = "How much.") double gain,
      @Setting(defaultValue = "very-fast", meaning = "How.") Mode mode,
      @Setting(defaultValue = "7", meaning = "How many.") int count,
      @Setting(defaultValue = "true", meaning = "Whether.") boolean on) {}

  private record Example(
      int maxCount,
      @Setting(defaultValue = "1", meaning = "How much.") double gain,
      boolean fast,
      long sizeBytes) {
    Example {
      if (maxCount < 0) {
        throw new IllegalArgumentException("negative count");
      }
    }
  }

  private static final Example EXAMPLE = new Example(1, 0.5, false, 7);

  @Test
  void keysAreComponentNamesInKebabCase() {
    assertThat(RecordSettings.keys(Example.class))
        .containsExactly("max-count", "gain", "fast", "size-bytes");
  }

  @Test
  void oneSettingChangesAndTheOthersStay() {
    assertThat(RecordSettings.with(EXAMPLE, "max-count", "3"))
        .isEqualTo(new Example(3, 0.5, false, 7));
    assertThat(RecordSettings.with(EXAMPLE, "gain", "1e-3"))
        .isEqualTo(new Example(1, 0.001, false, 7));
    assertThat(RecordSettings.with(EXAMPLE, "fast", "true"))
        .isEqualTo(new Example(1, 0.5, true, 7));
    assertThat(RecordSettings.with(EXAMPLE, "size-bytes", "5000000000"))
        .isEqualTo(new Example(1, 0.5, false, 5_000_000_000L));
  }

  @Test
  void unknownKeyIsRefusedWithThoseThatExist() {
    assertThatThrownBy(() -> RecordSettings.with(EXAMPLE, "size", "3"))
        .hasMessage("unknown setting 'size', accepted are max-count, gain, fast, size-bytes");
  }

  @Test
  void valueOfTheWrongKindIsRefused() {
    assertThatThrownBy(() -> RecordSettings.with(EXAMPLE, "max-count", "2.5"))
        .hasMessage("setting 'max-count' is '2.5', accepted is a whole number");
    assertThatThrownBy(() -> RecordSettings.with(EXAMPLE, "fast", "yes"))
        .hasMessage("setting 'fast' is 'yes', accepted is true or false");
  }

  @Test
  void whatTheRecordRefusesIsRefusedInItsWords() {
    assertThatThrownBy(() -> RecordSettings.with(EXAMPLE, "max-count", "-1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("negative count");
  }

  @Test
  void standardHasTheStandardValueOfEveryComponent() {
    assertThat(RecordSettings.defaults(Described.class))
        .isEqualTo(new Described(2.5, Mode.VERY_FAST, 7, true));
  }

  @Test
  void enumsAreWrittenInKebabCase() {
    Described standard = RecordSettings.defaults(Described.class);
    assertThat(RecordSettings.with(standard, "mode", "slow").mode()).isEqualTo(Mode.SLOW);
    assertThatThrownBy(() -> RecordSettings.with(standard, "mode", "SLOW"))
        .hasMessage("setting 'mode' is 'SLOW', accepted is slow, very-fast");
  }

  /** Beyond, bytes and picoseconds would turn negative. */
  @Test
  void multiplesThatNoClockCountsAreRefused() {
    Scaled standard = RecordSettings.defaults(Scaled.class);
    assertThat(RecordSettings.with(standard, "base-rtts", "1e6").baseRtts()).isEqualTo(1e6);
    assertThatThrownBy(() -> RecordSettings.with(standard, "base-rtts", "1e300"))
        .hasMessage("setting 'base-rtts' is '1e300', accepted is a number up to 1000000");
    assertThatThrownBy(() -> RecordSettings.with(standard, "queue-bdps", "1000001"))
        .hasMessage("setting 'queue-bdps' is '1000001', accepted is a number up to 1000000");
  }

  record Scaled(
      @Setting(most = 1e6, defaultValue = "7", meaning = "Round trips.") double baseRtts,
      @Setting(most = 1e6, defaultValue = "1", meaning = "Products.") double queueBdps) {}

  @Test
  void numberThatIsNoneIsRefused() {
    Described standard = RecordSettings.defaults(Described.class);
    assertThatThrownBy(() -> RecordSettings.with(standard, "gain", "NaN"))
        .hasMessage("setting 'gain' is 'NaN', accepted is a number");
  }

  @Test
  void descriptionSaysWhatEachIs() {
    assertThat(RecordSettings.describe(Described.class))
        .contains(
            new SettingInfo(
                "mode", SettingInfo.Form.WORD, List.of("slow", "very-fast"), "very-fast", "How."),
            new SettingInfo("on", SettingInfo.Form.FLAG, List.of(), "true", "Whether."));
  }

  @Test
  void severalSettingsChangeAtOnce() {
    assertThat(
            RecordSettings.with(
                RecordSettings.defaults(Described.class), Map.of("gain", "1", "on", "false")))
        .isEqualTo(new Described(1, Mode.VERY_FAST, 7, false));
  }
}
