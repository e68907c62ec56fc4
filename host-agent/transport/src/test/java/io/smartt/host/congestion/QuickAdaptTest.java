package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.LINK_BPS;
import static io.smartt.host.congestion.SmarttTestPaths.MTU;
import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.TRTT;
import static io.smartt.host.congestion.SmarttTestPaths.US;
import static io.smartt.host.congestion.SmarttTestPaths.path;
import static io.smartt.host.congestion.SmarttTestPaths.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of {@link Smartt}: Algorithm 2, QuickAdapt, line by line. */
class QuickAdaptTest {
  /** A flow in its second period, which ends at 100 us. */
  private static Smartt.Controller flow() {
    return flow(path(SETTINGS));
  }

  private static Smartt.Controller flow(Smartt.Path path) {
    Smartt.Controller flow = SmarttTestPaths.flow(150_000, path);
    flow.end = 100 * US;
    flow.acked = 7000;
    flow.triggerQa = true;
    return flow;
  }

  @Test
  void lines2And3BeforeTheEndNothingIsAdapted() {
    Smartt.Controller flow = flow();
    assertThat(flow.quickAdapt(100 * US - 1, 90_000)).isFalse();
    assertThat(flow.cwnd).isEqualTo(150_000);
    assertThat(flow.acked).isEqualTo(7000);
    assertThat(flow.triggerQa).isTrue();
  }

  @Test
  void line4WithoutTriggerOnlyThePeriodIsRenewed() {
    Smartt.Controller flow = flow();
    flow.triggerQa = false;
    assertThat(flow.quickAdapt(100 * US, 90_000)).isFalse();
    assertThat(flow.cwnd).isEqualTo(150_000);
    assertThat(flow.end).isEqualTo(100 * US + TRTT);
    assertThat(flow.acked).isZero();
  }

  @Test
  void line4FirstPeriodOnlyStartsTheMeasurement() {
    Smartt.Controller flow = flow();
    flow.end = 0;
    assertThat(flow.quickAdapt(30 * US, 90_000)).isFalse();
    assertThat(flow.cwnd).isEqualTo(150_000);
    assertThat(flow.end).isEqualTo(45 * US);
    assertThat(flow.triggerQa).as("kept for the end of the period").isTrue();
  }

  @Test
  void line5TriggerIsSpent() {
    Smartt.Controller flow = flow();
    flow.quickAdapt(100 * US, 90_000);
    assertThat(flow.triggerQa).isFalse();
  }

  @Test
  void lines6And14AdaptationIsReported() {
    assertThat(flow().quickAdapt(100 * US, 90_000)).isTrue();
  }

  @Test
  void line7WindowBecomesWhatWasAcknowledged() {
    Smartt.Controller flow = flow();
    flow.quickAdapt(100 * US, 90_000);
    assertThat(flow.cwnd).isEqualTo(7000);
  }

  @Test
  void line7WindowIsAtLeastOneMtu() {
    Smartt.Controller flow = flow();
    flow.acked = 300;
    flow.quickAdapt(100 * US, 90_000);
    assertThat(flow.cwnd).isEqualTo(1000);
  }

  @Test
  void line7ScalesByQaScaling() {
    Smartt.Controller flow = flow(path(with(SETTINGS, "quick-adapt-scaling", "0.5")));
    flow.quickAdapt(100 * US, 90_000);
    assertThat(flow.cwnd).isEqualTo(3500);
  }

  @Test
  void lines8And9IgnoreWhatIsInFlight() {
    Smartt.Controller flow = flow();
    flow.bytesIgnored = 123;
    flow.quickAdapt(100 * US, 90_000);
    assertThat(flow.bytesToIgnore).isEqualTo(90_000);
    assertThat(flow.bytesIgnored).isZero();
  }

  @Test
  void line8WithoutTheIgnorePhaseNothingIsIgnored() {
    Smartt.Controller flow = flow(path(with(SETTINGS, "ignore-phase", "false")));
    flow.quickAdapt(100 * US, 90_000);
    assertThat(flow.bytesToIgnore).isZero();
  }

  @Test
  void lines11And12TheNextPeriodIsOneTargetRttFromNow() {
    Smartt.Controller flow = flow();
    flow.quickAdapt(103 * US, 90_000);
    assertThat(flow.end).isEqualTo(118 * US);
    assertThat(flow.acked).isZero();
  }

  @Test
  void withoutTrimmingHighRttAndFewBytesTrigger() {
    Smartt.Controller flow = flow(untrimmed());
    flow.triggerQa = false;
    flow.triggerOnDelay(100 * US, 18 * US);
    assertThat(flow.triggerQa).isTrue();
  }

  @Test
  void withoutTrimmingAnAcknowledgementOfAHighRttAdapts() {
    Smartt.Controller flow = flow(untrimmed());
    flow.triggerQa = false;
    flow.onAck(100 * US, 1000, 18 * US, false, 90_000);
    assertThat(flow.cwnd).isEqualTo(8000);
  }

  @Test
  void whereSwitchesTrimNoRttTriggers() {
    Smartt.Controller flow = flow();
    flow.triggerQa = false;
    flow.triggerOnDelay(100 * US, 1000 * US);
    assertThat(flow.triggerQa).isFalse();
  }

  private static Smartt.Path untrimmed() {
    return path(SETTINGS, new Smartt.Network(OptionalLong.empty(), false), BRTT, LINK_BPS, MTU);
  }

  @Test
  void withoutTrimmingEachConditionIsNeeded() {
    Smartt.Controller flow = flow(untrimmed());
    flow.triggerQa = false;
    flow.triggerOnDelay(100 * US - 1, 18 * US);
    assertThat(flow.triggerQa).as("period not over").isFalse();
    flow.triggerOnDelay(100 * US, 17_500_000);
    assertThat(flow.triggerQa).as("RTT not above 1.75 base RTTs").isFalse();
    flow.acked = 75_000;
    flow.triggerOnDelay(100 * US, 18 * US);
    assertThat(flow.triggerQa).as("half of the window was acknowledged").isFalse();
    flow.acked = 0;
    flow.end = 0;
    flow.triggerOnDelay(100 * US, 18 * US);
    assertThat(flow.triggerQa).as("nothing measured yet").isFalse();
  }
}
