package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunIdentity;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostSchemesTest {
  private static final ExperimentLoader EXPERIMENTS =
      new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()));

  private static ExperimentSpec spec(String... assignments) {
    return EXPERIMENTS.load(
        "virtual", Map.of("topology", "leafspine,2,2,4"), List.of(assignments), false);
  }

  private static HostSchemes of(ExperimentSpec spec) {
    return HostSchemes.of(spec, spec.buildTopology());
  }

  @Test
  void hostsHaveTheSchemeOfTheirKeyAndTheOthersTheExperiments() {
    HostSchemes schemes = of(spec("scheme.h2..h4=dctcp", "scheme.h8=swift"));

    assertThat(schemes.names())
        .containsOnly(
            Map.entry("h2", "dctcp"),
            Map.entry("h3", "dctcp"),
            Map.entry("h4", "dctcp"),
            Map.entry("h8", "swift"));
    assertThat(schemes.most().name()).isEqualTo("smartt");
  }

  @Test
  void anAgentGetsTheSchemeOfItsHostAndNothingOfOthers() {
    ExperimentSpec spec = spec("scheme.h2=dctcp");
    Topology network = spec.buildTopology();
    HostSchemes schemes = of(spec);

    assertThat(AgentEndpoints.settingsOf(spec, schemes.of(network.host(1))))
        .containsEntry("scheme", "dctcp")
        .doesNotContainKey("scheme.h2");
    assertThat(AgentEndpoints.settingsOf(spec, schemes.of(network.host(0))))
        .doesNotContainEntry("scheme", "dctcp");
  }

  @Test
  void aRunIsNamedByThem() {
    ExperimentSpec spec = spec("scheme.h2=dctcp", "load-balancer=ecmp", "workload=incast:64KiB");
    RunIdentity run = of(spec).identity(spec, spec.buildWorkload(spec.buildTopology()));

    assertThat(run.transport().scheme()).isEqualTo("smartt");
    assertThat(run.transport().loadBalancer()).isEqualTo("ecmp");
    assertThat(run.own().schemeOfHost()).containsExactly(Map.entry("h2", "dctcp"));
  }

  @Test
  void theExperimentsFileHasThem() {
    ExperimentSpec spec = spec("scheme.h2..h4=dctcp");

    ExperimentSpec again =
        ExperimentFile.parse("e.yaml", ExperimentFile.format(spec), EXPERIMENTS.catalog());

    assertThat(of(again).names()).isEqualTo(of(spec).names());
    assertThat(again.settings()).isEqualTo(spec.settings());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scheme.h9=dctcp | scheme.h9: there is no host 'h9'; hosts are h1 to h8",
        "scheme.h3..h1=dctcp | scheme.h3..h1: the range must go up",
        "scheme.h1..x3=dctcp | scheme.h1..x3: write hosts as scheme.h1..h8",
        "scheme.h1=rocev2 | scheme 'rocev2' needs switches that pause their peers",
        "scheme.h1=eqds | scheme 'eqds' needs receivers of its own",
      })
  void whatCannotShareANetworkIsRefused(String assignment, String message) {
    assertThatThrownBy(() -> of(spec(assignment)))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aHostHasOneScheme() {
    assertThatThrownBy(() -> of(spec("scheme.h1..h3=dctcp", "scheme.h2=swift")))
        .hasMessageContaining("host h2 has a scheme by another key too");
  }

  @Test
  void anUnknownSchemeIsNamed() {
    assertThatThrownBy(() -> spec("scheme.h1=dctpc"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("scheme.h1: 'dctpc' is not known, did you mean dctcp");
  }
}
