package io.smartt.emulation.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.experiment.ExperimentFile;
import io.smartt.emulation.experiment.ExperimentLoader;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.launch.Fabrics;
import io.smartt.host.pathing.Reps;
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
    for (ExperimentSpec spec : List.of(plan("constants=nscc"), plan("scheme=rocev2"))) {
      ExperimentSpec again =
          ExperimentFile.parse(
              "experiment.yaml", ExperimentFile.format(spec), Fabrics.builtIn().settings());

      assertThat(again).isEqualTo(spec);
      assertThat(again.loadBalancer()).isEqualTo(spec.loadBalancer());
      assertThat(again.trimming()).isEqualTo(spec.trimming());
    }
  }
}
