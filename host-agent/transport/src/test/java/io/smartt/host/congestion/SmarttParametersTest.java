package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.US;
import static io.smartt.host.congestion.SmarttTestPaths.parameters;
import static io.smartt.host.congestion.SmarttTestPaths.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalLong;
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
        SmarttParameters.of(SETTINGS, network(30 * US), 10 * US, 80_000_000_000L, 1000);
    assertThat(network.trttPs()).isEqualTo(25 * US);
    assertThat(network.pi()).as("brtt / (trtt - brtt)").isCloseTo(10.0 / 15, within(1e-12));
    SmarttParameters path =
        SmarttParameters.of(
            with(SETTINGS, "target-delay", "path"),
            network(30 * US),
            10 * US,
            80_000_000_000L,
            1000);
    assertThat(path.trttPs()).isEqualTo(15 * US);
  }

  @Test
  void decreasesAreOnceABaseRttOfThePathOrOfTheNetwork() {
    SmarttNetwork network = network(30 * US);
    assertThat(
            SmarttParameters.of(SETTINGS, network, 10 * US, 80_000_000_000L, 1000)
                .decreasePeriodPs())
        .isEqualTo(10 * US);
    SmarttSettings likeTheLongest = with(SETTINGS, "decrease-period", "network");
    assertThat(
            SmarttParameters.of(likeTheLongest, network, 10 * US, 80_000_000_000L, 1000)
                .decreasePeriodPs())
        .isEqualTo(30 * US);
  }

  private static SmarttNetwork network(long rttPs) {
    return new SmarttNetwork(OptionalLong.of(rttPs), true);
  }

  @Test
  void aHighRttTriggersOnlyWhereNothingTrimsAndNeverBelowTheTarget() {
    SmarttNetwork untrimmed = new SmarttNetwork(OptionalLong.of(30 * US), false);
    SmarttParameters shorter =
        SmarttParameters.of(SETTINGS, untrimmed, 10 * US, 80_000_000_000L, 1000);
    assertThat(shorter.delayTriggerPs()).as("brtt + 0.75 of the network's").isEqualTo(32_500_000);
    assertThat(shorter.delayTriggerPs()).isGreaterThan(shorter.trttPs());
    assertThat(
            SmarttParameters.of(SETTINGS, network(30 * US), 10 * US, 80_000_000_000L, 1000)
                .delayTriggerPs())
        .isEqualTo(Long.MAX_VALUE);
    assertThat(
            SmarttParameters.of(
                    with("delay-trigger", "always"),
                    network(30 * US),
                    10 * US,
                    80_000_000_000L,
                    1000)
                .delayTriggerPs())
        .as("as in paper-2026-11")
        .isEqualTo(17_500_000);
  }
}
