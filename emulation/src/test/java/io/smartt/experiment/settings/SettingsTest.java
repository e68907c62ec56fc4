package io.smartt.experiment.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.study.launch.Fabrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @Test
  void everyKeyHasAStandardThatItCanRead() {
    for (SettingKey<?> key : Fabrics.builtIn().settings().keys()) {
      assertThat((Object) Fabrics.builtIn().settings().defaults().get(key))
          .as(key.name())
          .isNotNull();
    }
  }

  @Test
  void readsAssignmentsByType() {
    Settings settings =
        Fabrics.builtIn()
            .settings()
            .defaults()
            .withAssignment("link.rate=100Gbps")
            .withAssignment("scheme = eqds+smartt")
            .withAssignment("dilation=2.5");

    assertThat(settings.get(SettingKeys.LINK_RATE)).isEqualTo(100_000_000_000L);
    assertThat(settings.scheme()).extracting(CongestionControl::name).isEqualTo("eqds+smartt");
    assertThat(settings.get(SettingKeys.DILATION)).isEqualTo(2.5);
    assertThat(settings.get(SettingKeys.SEED)).isEqualTo(1);
    assertThat(settings.isSet(SettingKeys.SEED)).isFalse();
    assertThat(settings.isSet(SettingKeys.LINK_RATE)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "link.raet=1Gbps | --set: unknown key 'link.raet', did you mean link.rate or link.rates?",
        "rate=1Gbps | --set: unknown key 'rate', did you mean link.rate or intake.rate?",
        "packet.header=74 | --set: remove 'packet.header': frames have the lengths of their format"
            + " (transport.ses)",
        "packet.ack=64 | --set: remove 'packet.ack': frames have the lengths of their format"
            + " (transport.ses)",
        "pfc=5 | --set: 'pfc' takes keys below it: use, xoff-bdps, xon-share, headroom-bytes",
        "zzzzzzzz=1 | --set: unknown key 'zzzzzzzz', 'smartt profile show virtual --all' lists all"
            + " keys",
        "link.rate=fast | --set: link.rate: 'fast' is not a rate: write a number and one of bps,"
            + " Kbps, Mbps, Gbps, Tbps",
        "scheme=smart | --set: scheme: 'smart' is not known, did you mean smartt?",
        "scheme=bbr | --set: scheme: 'bbr' is not known, accepted: smartt, swift, mprdma, eqds,"
            + " rccc, rocev2, dctcp, eqds+smartt, eqds+mprdma, rccc+smartt;"
            + " one of your own is a file, which 'smartt scheme new NAME' begins",
        "seed=1.5 | --set: seed: '1.5' is not a whole number",
        "dilation=0.5 | --set: dilation: '0.5' is not a number from 1.0 to 1.0E9",
        "queue.kmin=NaN | --set: queue.kmin: 'NaN' is not a number from 0.0 to 100.0",
        "packet.payload=0 | --set: packet.payload: '0' is not a whole number from 1 to 9000",
        "queue.size=big | --set: queue.size: 'big' is not a queue size: write 1bdp, 276packets,"
            + " 1MiB or 9000B",
        "seed | --set seed: write key=value, such as queue.size=2bdp",
        "=5 | --set =5: write key=value, such as queue.size=2bdp"
      })
  void refusesWhatIsNotAnAssignment(String assignment, String message) {
    assertThatThrownBy(() -> Fabrics.builtIn().settings().defaults().withAssignment(assignment))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  @Test
  void theOtherWinsWhereBothSet() {
    Settings one =
        Fabrics.builtIn().settings().defaults().with("seed", "1").with("scheme", "swift");
    Settings other = Fabrics.builtIn().settings().defaults().with("seed", "2");

    assertThat(one.overriddenBy(other))
        .isEqualTo(
            Fabrics.builtIn().settings().defaults().with("seed", "2").with("scheme", "swift"));
  }

  @Test
  void isEqualToOneThatSpellsTheStandardOut() {
    assertThat(Fabrics.builtIn().settings().defaults().with("seed", "1"))
        .isEqualTo(Fabrics.builtIn().settings().defaults())
        .hasSameHashCodeAs(Fabrics.builtIn().settings().defaults())
        .isNotEqualTo(Fabrics.builtIn().settings().defaults().with("seed", "2"));
  }

  @Test
  void formerNameOfAKeySetsThePresentOneAndSaysSo() {
    Settings settings = Fabrics.builtIn().settings().defaults().with("netns.rehearsal-s", "2");
    assertThat(settings)
        .isEqualTo(Fabrics.builtIn().settings().defaults().with("netns.warm-up-s", "2"));
    assertThat(settings.notices())
        .containsExactly(
            "'%s' is called 'netns.warm-up-s' now; the next release drops the old name"
                .formatted("netns.rehearsal-s"));
    assertThat(Fabrics.builtIn().settings().defaults().overriddenBy(settings).notices()).hasSize(1);
  }
}
