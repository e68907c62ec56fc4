package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.LINK_BPS;
import static io.smartt.host.congestion.SmarttTestPaths.MTU;
import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.TRTT;
import static io.smartt.host.congestion.SmarttTestPaths.US;
import static io.smartt.host.congestion.SmarttTestPaths.parameters;
import static io.smartt.host.congestion.SmarttTestPaths.state;
import static io.smartt.host.congestion.SmarttTestPaths.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of {@link QuickAdapt}: Algorithm 3 line by line. */
class QuickAdaptTest {
  private final QuickAdapt quickAdapt = new QuickAdapt(parameters(SETTINGS));

  /** A flow in its second period, which ends at 100 us. */
  private static SmarttState flow() {
    SmarttState flow = state(150_000);
    flow.end = 100 * US;
    flow.acked = 7000;
    flow.triggerQa = true;
    return flow;
  }

  @Test
  void lines2And3BeforeTheEndNothingIsAdapted() {
    SmarttState flow = flow();
    assertThat(quickAdapt.adapt(flow, 100 * US - 1, 90_000)).isFalse();
    assertThat(flow.cwnd).isEqualTo(150_000);
    assertThat(flow.acked).isEqualTo(7000);
    assertThat(flow.triggerQa).isTrue();
  }

  @Test
  void line4WithoutTriggerOnlyThePeriodIsRenewed() {
    SmarttState flow = flow();
    flow.triggerQa = false;
    assertThat(quickAdapt.adapt(flow, 100 * US, 90_000)).isFalse();
    assertThat(flow.cwnd).isEqualTo(150_000);
    assertThat(flow.end).isEqualTo(100 * US + TRTT);
    assertThat(flow.acked).isZero();
  }

  @Test
  void line4FirstPeriodOnlyStartsTheMeasurement() {
    SmarttState flow = flow();
    flow.end = 0;
    assertThat(quickAdapt.adapt(flow, 30 * US, 90_000)).isFalse();
    assertThat(flow.cwnd).isEqualTo(150_000);
    assertThat(flow.end).isEqualTo(45 * US);
    assertThat(flow.triggerQa).as("kept for the end of the period").isTrue();
  }

  @Test
  void line5TriggerIsSpent() {
    SmarttState flow = flow();
    quickAdapt.adapt(flow, 100 * US, 90_000);
    assertThat(flow.triggerQa).isFalse();
  }

  @Test
  void lines6And14AdaptationIsReported() {
    assertThat(quickAdapt.adapt(flow(), 100 * US, 90_000)).isTrue();
  }

  @Test
  void line7WindowBecomesWhatWasAcknowledged() {
    SmarttState flow = flow();
    quickAdapt.adapt(flow, 100 * US, 90_000);
    assertThat(flow.cwnd).isEqualTo(7000);
  }

  @Test
  void line7WindowIsAtLeastOneMtu() {
    SmarttState flow = flow();
    flow.acked = 300;
    quickAdapt.adapt(flow, 100 * US, 90_000);
    assertThat(flow.cwnd).isEqualTo(1000);
  }

  @Test
  void line7ScalesByQaScaling() {
    SmarttState flow = flow();
    new QuickAdapt(parameters(with(SETTINGS, "quick-adapt-scaling", "0.5")))
        .adapt(flow, 100 * US, 90_000);
    assertThat(flow.cwnd).isEqualTo(3500);
  }

  @Test
  void lines8And9IgnoreWhatIsInFlight() {
    SmarttState flow = flow();
    flow.bytesIgnored = 123;
    quickAdapt.adapt(flow, 100 * US, 90_000);
    assertThat(flow.bytesToIgnore).isEqualTo(90_000);
    assertThat(flow.bytesIgnored).isZero();
  }

  @Test
  void line8WithoutTheIgnorePhaseNothingIsIgnored() {
    SmarttState flow = flow();
    new QuickAdapt(parameters(with(SETTINGS, "ignore-phase", "false")))
        .adapt(flow, 100 * US, 90_000);
    assertThat(flow.bytesToIgnore).isZero();
  }

  @Test
  void lines11And12TheNextPeriodIsOneTargetRttFromNow() {
    SmarttState flow = flow();
    quickAdapt.adapt(flow, 103 * US, 90_000);
    assertThat(flow.end).isEqualTo(118 * US);
    assertThat(flow.acked).isZero();
  }

  @Test
  void withoutTrimmingHighRttAndFewBytesTrigger() {
    QuickAdapt quickAdapt = untrimmed();
    SmarttState flow = flow();
    flow.triggerQa = false;
    quickAdapt.triggerOnDelay(flow, 100 * US, 18 * US);
    assertThat(flow.triggerQa).isTrue();
  }

  @Test
  void whereSwitchesTrimNoRttTriggers() {
    SmarttState flow = flow();
    flow.triggerQa = false;
    quickAdapt.triggerOnDelay(flow, 100 * US, 1000 * US);
    assertThat(flow.triggerQa).isFalse();
  }

  private static QuickAdapt untrimmed() {
    SmarttNetwork network = new SmarttNetwork(OptionalLong.empty(), false);
    return new QuickAdapt(SmarttParameters.of(SETTINGS, network, BRTT, LINK_BPS, MTU));
  }

  @Test
  void withoutTrimmingEachConditionIsNeeded() {
    QuickAdapt quickAdapt = untrimmed();
    SmarttState flow = flow();
    flow.triggerQa = false;
    quickAdapt.triggerOnDelay(flow, 100 * US - 1, 18 * US);
    assertThat(flow.triggerQa).as("period not over").isFalse();
    quickAdapt.triggerOnDelay(flow, 100 * US, 17_500_000);
    assertThat(flow.triggerQa).as("RTT not above 1.75 base RTTs").isFalse();
    flow.acked = 75_000;
    quickAdapt.triggerOnDelay(flow, 100 * US, 18 * US);
    assertThat(flow.triggerQa).as("half of the window was acknowledged").isFalse();
    flow.acked = 0;
    flow.end = 0;
    quickAdapt.triggerOnDelay(flow, 100 * US, 18 * US);
    assertThat(flow.triggerQa).as("nothing measured yet").isFalse();
  }
}
