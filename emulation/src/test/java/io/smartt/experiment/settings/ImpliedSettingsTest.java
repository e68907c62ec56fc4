package io.smartt.experiment.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.PacketSizes;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.SettingsSection.SchemeSettings;
import io.smartt.host.pathing.Reps;
import io.smartt.study.launch.Fabrics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImpliedSettingsTest {
  private static ExperimentSpec plan(String... assignments) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load("virtual", Map.of(), List.of(assignments), false);
  }

  @Test
  void theSimulatorsConstantsBringWhatSurroundsItsController() {
    Settings settings = plan("constants=nscc").settings();

    assertThat(settings.get(SettingKeys.ENTROPIES)).isEqualTo(64);
    assertThat(new SchemeSettings(settings).read(Reps.SETTINGS).exploreBdps()).isZero();
    assertThat(SettingKeys.TRANSPORT.read(settings).ackEveryBytes()).isEqualTo(16_384);
    assertThat(SettingKeys.TRANSPORT.read(settings).ackOutOfOrderAtOnce()).isFalse();
    assertThat(SettingKeys.TRANSPORT.read(settings).rttTransmissions()).isEqualTo(2);
  }

  @Test
  void theSpecificationsConstantsBringWhatItRecommends() {
    Settings settings = plan("constants=ue").settings();

    assertThat(settings.get(SettingKeys.ENTROPIES)).isEqualTo(256);
    assertThat(new SchemeSettings(settings).read(Reps.SETTINGS).exploreBdps()).isZero();
    assertThat(SettingKeys.TRANSPORT.read(settings).ackEveryBytes()).isEqualTo(16_384);
    assertThat(settings.get(SettingKeys.LAST_HOP_TRIMS)).isTrue();
    assertThat(settings.get(SettingKeys.LAST_HOP_MARKS)).isTrue();
    assertThat(settings.text(SettingKeys.QUEUE_SIZE)).isEqualTo("1bdp");
  }

  /** Sec. 3.6.17: marks between 0.2 and 0.8 BDP of a queue of 5. */
  @Test
  void withoutTrimmingTheSpecificationsQueuesAreLonger() {
    Settings settings = plan("constants=ue", "trimming=off").settings();

    assertThat(settings.text(SettingKeys.QUEUE_SIZE)).isEqualTo("5bdp");
    assertThat(settings.get(SettingKeys.QUEUE_KMIN)).isEqualTo(4);
    assertThat(settings.get(SettingKeys.QUEUE_KMAX)).isEqualTo(16);
    assertThat(settings.get(SettingKeys.LAST_HOP_TRIMS)).isFalse();
  }

  @Test
  void theStandardHeaderMakesPacketsLonger() {
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load(
                "../testbed-profiles/virtual.yaml",
                Map.of(),
                List.of("transport.ses=standard"),
                false);

    assertThat(plan().packets()).isEqualTo(new PacketSizes(4096, 74, 74));
    assertThat(spec.packets().mtuBytes()).isEqualTo(4096 + 98);
    assertThat(spec.packets().ackBytes()).isEqualTo(86);
  }

  @Test
  void aMessageWithTheStandardHeaderHasALengthOf32Bits() {
    ExperimentSpec small = plan("workload=incast:1x4GiB");
    assertThat(small.buildWorkload(small.buildTopology()).totalBytes()).isEqualTo(1L << 32);

    ExperimentSpec standard = plan("workload=incast:1x4GiB", "transport.ses=standard");
    assertThatThrownBy(() -> standard.buildWorkload(standard.buildTopology()))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "incast:1x4GiB: a flow of 4294967296 bytes is one message, of which"
                + " transport.ses=standard lets be at most 4294967295");
  }

  @Test
  void receiverCreditNeedsNoMarksOfTheLastSwitch() {
    for (ExperimentSpec spec :
        List.of(plan("scheme=rccc"), plan("scheme=rccc+smartt", "constants=ue"))) {
      assertThat(spec.settings().get(SettingKeys.LAST_HOP_MARKS)).isFalse();
      assertThat(spec.settings().get(SettingKeys.LAST_HOP_TRIMS)).isTrue();
    }
    assertThat(plan("scheme=rccc+smartt", "constants=ue").settings().get(SettingKeys.ENTROPIES))
        .isEqualTo(256);
  }

  @Test
  void bmv2RunsTheProgramThatCountsPacketsWhereverItIs() {
    for (ExperimentSpec spec :
        List.of(
            plan("switch=bmv2"),
            plan("switches.s1.target=bmv2"),
            plan("switches.all.target=bmv2"),
            plan("switches.s1.target=embedded", "switches.s2.target=bmv2"))) {
      assertThat(spec.program()).isEqualTo("smartt-packets");
    }
    for (ExperimentSpec spec :
        List.of(
            plan(), plan("switches.s1.target=embedded"), plan("switch=bmv2", "program=smartt"))) {
      assertThat(spec.program()).isEqualTo("smartt");
    }
  }

  @Test
  void whatIsSetStands() {
    Settings settings = plan("constants=nscc", "entropies=65536").settings();

    assertThat(settings.get(SettingKeys.ENTROPIES)).isEqualTo(65_536);
    assertThat(new SchemeSettings(settings).read(Reps.SETTINGS).exploreBdps()).isZero();
  }

  @Test
  void thePapersConstantsAndOtherSchemesAreLeftAsTheyAre() {
    for (ExperimentSpec spec : List.of(plan(), plan("constants=nscc", "scheme=swift"))) {
      assertThat(spec.settings().get(SettingKeys.ENTROPIES)).isEqualTo(65_536);
      assertThat(SettingKeys.TRANSPORT.read(spec.settings()).ackEveryPackets()).isEqualTo(1);
    }
  }

  /** A file of an experiment lists every setting, implied ones as well. */
  @Test
  void anExperimentReadBackIsTheSame() {
    for (ExperimentSpec spec :
        List.of(
            plan("constants=nscc"),
            plan("constants=ue"),
            plan("scheme=rccc"),
            plan("scheme=rocev2"))) {
      ExperimentSpec again =
          ExperimentFile.parse(
              "experiment.yaml", ExperimentFile.format(spec), Fabrics.builtIn().settings());

      assertThat(again).isEqualTo(spec);
      assertThat(again.loadBalancer()).isEqualTo(spec.loadBalancer());
      assertThat(again.trimming()).isEqualTo(spec.trimming());
    }
  }
}
