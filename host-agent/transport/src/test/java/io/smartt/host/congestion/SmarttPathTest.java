package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.US;
import static io.smartt.host.congestion.SmarttTestPaths.path;
import static io.smartt.host.congestion.SmarttTestPaths.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of {@link Smartt.Path} against Sec. Parameter Selection. */
class SmarttPathTest {
  @Test
  void windowSizeBoundsAreOneMtuToOneAndAHalfBdp() {
    Smartt.Path parameters = path(SETTINGS);
    assertThat(parameters.maxWindowBytes).isEqualTo(150_000);
    assertThat(parameters.initialWindowBytes).isEqualTo(150_000);
    assertThat(parameters.mtu).isEqualTo(1000);
  }

  @Test
  void algorithm4sBoundOfOneBdpIsASetting() {
    Smartt.Path parameters = path(with(SETTINGS, "max-window-bdps", "1"));
    assertThat(parameters.maxWindowBytes).isEqualTo(100_000);
    assertThat(parameters.initialWindowBytes).isEqualTo(100_000);
  }

  @Test
  void targetRttIsOneAndAHalfBaseRtts() {
    assertThat(path(SETTINGS).trtt).isEqualTo(15 * US);
  }

  @Test
  void proportionalIncreaseConstantIsBaseRttOverQueueingTarget() {
    assertThat(path(SETTINGS).pi).isEqualTo(2);
  }

  @Test
  void scalingMakesConstantsFollowTheBdpOfThePath() {
    Smartt.Path near = path(SETTINGS, 10 * US, 80_000_000_000L, 1000);
    Smartt.Path far = path(SETTINGS, 30 * US, 80_000_000_000L, 1000);
    assertThat(near.fi).isEqualTo(0.5);
    assertThat(far.fi).isEqualTo(1.5);
    assertThat(far.pi).isEqualTo(6);
  }

  @Test
  void pathOfThePapersNetworkHasItsDerivedValues() {
    Smartt.Path paper = path(Smartt.Settings.PAPER, 11_453_440, 800_000_000_000L, 4160);
    assertThat(paper.maxWindowBytes).isEqualTo(1_718_016);
    assertThat(paper.fi).isCloseTo(7.63563, within(1e-5));
    assertThat(paper.trtt).isEqualTo(17_180_160);
  }

  @Test
  void windowBoundIsAtLeastOnePacketOnTinyPaths() {
    Smartt.Path parameters = path(SETTINGS, US, 1_000_000_000L, 1000);
    assertThat(parameters.maxWindowBytes).isEqualTo(1000);
  }

  @Test
  void settingThatCannotWorkIsRefusedByName() {
    assertThatThrownBy(() -> with("target-rtt-factor", "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("SMaRTT target RTT factor is 1.0, accepted is above 1");
  }

  @Test
  void onAShorterPathTheTargetIsTheNetworksQueueingDelayUnlessThePathsIsAskedFor() {
    Smartt.Path network = path(SETTINGS, network(30 * US), 10 * US, 80_000_000_000L, 1000);
    assertThat(network.trtt).isEqualTo(25 * US);
    assertThat(network.pi).as("brtt / (trtt - brtt)").isCloseTo(10.0 / 15, within(1e-12));
    Smartt.Path path =
        path(
            with(SETTINGS, "target-delay", "path"),
            network(30 * US),
            10 * US,
            80_000_000_000L,
            1000);
    assertThat(path.trtt).isEqualTo(15 * US);
  }

  @Test
  void decreasesAreOnceABaseRttOfThePathOrOfTheNetwork() {
    Smartt.Network network = network(30 * US);
    assertThat(path(SETTINGS, network, 10 * US, 80_000_000_000L, 1000).decreasePeriodPs)
        .isEqualTo(10 * US);
    Smartt.Settings likeTheLongest = with(SETTINGS, "decrease-period", "network");
    assertThat(path(likeTheLongest, network, 10 * US, 80_000_000_000L, 1000).decreasePeriodPs)
        .isEqualTo(30 * US);
  }

  private static Smartt.Network network(long rttPs) {
    return new Smartt.Network(OptionalLong.of(rttPs), true);
  }

  @Test
  void aHighRttTriggersOnlyWhereNothingTrimsAndNeverBelowTheTarget() {
    Smartt.Network untrimmed = new Smartt.Network(OptionalLong.of(30 * US), false);
    Smartt.Path shorter = path(SETTINGS, untrimmed, 10 * US, 80_000_000_000L, 1000);
    assertThat(shorter.delayTriggerPs).as("brtt + 0.75 of the network's").isEqualTo(32_500_000);
    assertThat(shorter.delayTriggerPs).isGreaterThan(shorter.trtt);
    assertThat(path(SETTINGS, network(30 * US), 10 * US, 80_000_000_000L, 1000).delayTriggerPs)
        .isEqualTo(Long.MAX_VALUE);
    assertThat(
            path(with("delay-trigger", "always"), network(30 * US), 10 * US, 80_000_000_000L, 1000)
                .delayTriggerPs)
        .as("as in paper-2026-11")
        .isEqualTo(17_500_000);
  }
}
