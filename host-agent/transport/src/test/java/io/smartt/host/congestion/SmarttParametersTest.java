package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.US;
import static io.smartt.host.congestion.SmarttTestPaths.parameters;
import static io.smartt.host.congestion.SmarttTestPaths.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tests of {@link SmarttParameters} against Sec. Parameter Selection. */
class SmarttParametersTest {
  @Test
  void windowSizeBoundsAreOneMtuToOneAndAHalfBdp() {
    SmarttParameters parameters = parameters(SETTINGS);
    assertThat(parameters.bdpBytes()).isEqualTo(100_000);
    assertThat(parameters.maxWindowBytes()).isEqualTo(150_000);
    assertThat(parameters.initialWindowBytes()).isEqualTo(150_000);
    assertThat(parameters.mtuBytes()).isEqualTo(1000);
  }

  @Test
  void algorithm4sBoundOfOneBdpIsASetting() {
    SmarttParameters parameters = parameters(with(SETTINGS, "max-window-bdps", "1"));
    assertThat(parameters.maxWindowBytes()).isEqualTo(100_000);
    assertThat(parameters.initialWindowBytes()).isEqualTo(100_000);
  }

  @Test
  void targetRttIsOneAndAHalfBaseRtts() {
    assertThat(parameters(SETTINGS).trttPs()).isEqualTo(15 * US);
  }

  @Test
  void proportionalIncreaseConstantIsBaseRttOverQueueingTarget() {
    assertThat(parameters(SETTINGS).pi()).isEqualTo(2);
  }

  @Test
  void scalingMakesConstantsFollowTheBdpOfThePath() {
    SmarttParameters near = SmarttParameters.of(SETTINGS, 10 * US, 80_000_000_000L, 1000);
    SmarttParameters far = SmarttParameters.of(SETTINGS, 30 * US, 80_000_000_000L, 1000);
    assertThat(near.fi()).isEqualTo(0.5);
    assertThat(far.fi()).isEqualTo(1.5);
    assertThat(far.pi()).isEqualTo(6);
  }

  @Test
  void pathOfThePapersNetworkHasItsDerivedValues() {
    SmarttParameters paper =
        SmarttParameters.of(SmarttSettings.PAPER, 11_453_440, 800_000_000_000L, 4160);
    assertThat(paper.bdpBytes()).isEqualTo(1_145_344);
    assertThat(paper.maxWindowBytes()).isEqualTo(1_718_016);
    assertThat(paper.fi()).isCloseTo(7.63563, within(1e-5));
    assertThat(paper.trttPs()).isEqualTo(17_180_160);
  }

  @Test
  void windowBoundIsAtLeastOnePacketOnTinyPaths() {
    SmarttParameters parameters = SmarttParameters.of(SETTINGS, US, 1_000_000_000L, 1000);
    assertThat(parameters.bdpBytes()).isEqualTo(125);
    assertThat(parameters.maxWindowBytes()).isEqualTo(1000);
  }

  @Test
  void settingThatCannotWorkIsRefusedByName() {
    assertThatThrownBy(() -> with("target-rtt-factor", "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("SMaRTT target RTT factor is 1.0, accepted is above 1");
  }

  @Test
  void onAShorterPathTheTargetIsTheNetworksQueueingDelayUnlessThePathsIsAskedFor() {
    SmarttParameters network =
        SmarttParameters.of(SETTINGS, 30 * US, 10 * US, 80_000_000_000L, 1000);
    assertThat(network.trttPs()).isEqualTo(25 * US);
    assertThat(network.pi()).as("brtt / (trtt - brtt)").isCloseTo(10.0 / 15, within(1e-12));
    SmarttParameters path =
        SmarttParameters.of(
            with(SETTINGS, "target-delay", "path"), 30 * US, 10 * US, 80_000_000_000L, 1000);
    assertThat(path.trttPs()).isEqualTo(15 * US);
  }
}
