package io.smartt.study.launch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.settings.ProfileLibrary;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An experiment that a fabric cannot do is refused before anything of the machine is asked for. */
class FabricsTest {
  private final Fabrics fabrics = Fabrics.builtIn();

  private ExperimentSpec spec(String profile, String... assignments) {
    return new ExperimentLoader(new ProfileLibrary(fabrics.settings()))
        .load(profile, Map.of(), List.of(assignments), false);
  }

  @ParameterizedTest
  @CsvSource({
    "docker, scheme=rocev2, scheme rocev2 needs switches that pause their peers (PFC)",
    "docker, pfc.use=on, 'pfc.use is on, which needs switches that pause their peers (PFC)'",
    "netns, link.rates=spine1>leaf1=1Gbps, have one rate for both directions",
    "docker, link.rates=spine1>leaf1=1Gbps, have one rate for both directions",
    "netns, switch=bmv2 link.loss=1, link.loss is 1",
    "netns, switch=bmv2 link.failures=leaf1-spine1@10us, link.failures is leaf1-spine1@10us",
    "netns, switch=bmv2 trimming=asic, trimming",
    "netns, switch=bmv2 scheme=rocev2, needs switches that pause their peers (PFC)",
    "tofino, scheme=rocev2 trimming=off, has no pauses; SONiC's have",
    "bmv2, scheme=rocev2, has no pauses; SONiC's have"
  })
  void aRunThatNeedsWhatTheFabricLacksIsRefused(String profile, String settings, String why) {
    ExperimentSpec spec = spec(profile, settings.split(" ", -1));

    assertThatThrownBy(() -> fabrics.require(spec, Fabric.Use.RUN, true))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aShellThatNeedsWhatTheFabricLacksIsRefused() {
    ExperimentSpec spec = spec("netns", "scheme=rocev2");

    assertThatThrownBy(() -> fabrics.open(spec, Clock.systemUTC(), RunMonitor.NONE))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("needs switches that pause their peers (PFC)");
  }
}
