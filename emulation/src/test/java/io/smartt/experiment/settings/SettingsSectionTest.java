package io.smartt.experiment.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.host.congestion.Smartt;
import io.smartt.study.launch.Fabrics;
import org.junit.jupiter.api.Test;

/** Tests of {@link SettingsSection} and of the keys that it gives. */
class SettingsSectionTest {
  private static final SettingsSection<Smartt.Settings> SMARTT =
      new SettingsSection<>(Smartt.SETTINGS);

  private static Settings with(String assignment) {
    return Fabrics.builtIn().settings().defaults().withAssignment(assignment);
  }

  @Test
  void withNothingSetARecordHasItsStandardValues() {
    assertThat(SMARTT.read(Fabrics.builtIn().settings().defaults()))
        .isEqualTo(Smartt.Settings.PAPER);
    assertThat(SMARTT.isChanged(Fabrics.builtIn().settings().defaults())).isFalse();
  }

  @Test
  void everyComponentOfSmarttIsOneAssignmentAway() {
    assertThat(SMARTT.read(with("smartt.quick-adapt=false")).quickAdapt()).isFalse();
    assertThat(SMARTT.read(with("smartt.signals=ecn")).signals()).isEqualTo(Smartt.Signals.ECN);
    assertThat(SMARTT.read(with("smartt.max-window-bdps=1")).maxWindowBdps()).isEqualTo(1);
    assertThat(SMARTT.isChanged(with("smartt.max-window-bdps=1"))).isTrue();
    assertThat(SMARTT.keys())
        .hasSameSizeAs(Smartt.Settings.class.getRecordComponents())
        .allSatisfy(key ->
            assertThat(Fabrics.builtIn().settings().named(key.name()).defaultText())
                .isEqualTo(key.defaultText()));
  }

  @Test
  void valueThatTheRecordRefusesIsRefusedWhereItIsSet() {
    assertThatThrownBy(() -> with("smartt.target-rtt-factor=1"))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "--set: smartt.target-rtt-factor: SMaRTT target RTT factor is 1.0, accepted is above"
                + " 1");
    assertThatThrownBy(() -> with("smartt.quick-adapt=yes"))
        .hasMessageContaining("'yes', accepted is true or false");
  }

  @Test
  void unknownComponentIsRefusedWithNearNames() {
    assertThatThrownBy(() -> with("smartt.quick-adapts=true"))
        .hasMessageContaining("smartt.quick-adapt");
  }
}
