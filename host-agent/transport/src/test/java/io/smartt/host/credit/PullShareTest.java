package io.smartt.host.credit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.host.congestion.PullRate;
import io.smartt.host.credit.CreditAccount.CreditSender;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link PullQueue.PullShare} with the constants of uet-htsim's oversubscribed_cc.cpp. */
class PullShareTest {
  private static final long PERIOD_PS = 18_000_000;
  private static final PullRate.Adaption ADAPTION =
      new PullRate.Adaption(PERIOD_PS, 0.3, 0.01, 0.5, 0.5, 0.01);

  private final PullQueue.PullShare share =
      new PullQueue.PullShare(ADAPTION, new SplittableRandom(1));
  private long nowPs = 1;

  /**
   * Packets of one period: whole ones, of them marked, trimmed before the last switch and by it.
   */
  private void period(int whole, int marked, int trimmed, int trimmedLast) {
    for (int i = 0; i < whole; i++) {
      share.received(nowPs, i < marked);
    }
    for (int i = 0; i < trimmed; i++) {
      share.trimmed(nowPs, false);
    }
    for (int i = 0; i < trimmedLast; i++) {
      share.trimmed(nowPs, true);
    }
    // A period has 0.75 to 1.25 of its mean: one has ended, and no second one.
    nowPs += PERIOD_PS * 5 / 4;
  }

  @Test
  void trimsOnTheWayTakeTheirShareOff() {
    period(90, 0, 10, 0);
    period(1, 0, 0, 0);
    assertThat(share.share()).isCloseTo(0.9, within(1e-9));
  }

  @Test
  void trimsAtTheLastSwitchTakeNothingOff() {
    period(50, 0, 0, 50);
    period(1, 0, 0, 0);
    assertThat(share.share()).isEqualTo(1);
  }

  /** The average is half of what came: 0.5, which is 0.2 above the target. */
  @Test
  void marksAboveTheTargetTakeHalfOfTheExcessOff() {
    period(100, 100, 0, 0);
    period(1, 0, 0, 0);
    assertThat(share.share()).isCloseTo(1 - 0.2 * 0.5, within(1e-9));
  }

  @Test
  void fewMarksTakeNothingOff() {
    period(100, 60, 0, 0);
    period(1, 0, 0, 0);
    assertThat(share.share()).isEqualTo(1);
  }

  @Test
  void periodsWithoutAnyMarkAddTwiceAsMuchEachTime() {
    period(0, 0, 1, 0);
    period(10, 0, 0, 0);
    assertThat(share.share()).as("all packets trimmed").isEqualTo(0.01);
    period(10, 0, 0, 0);
    assertThat(share.share()).isCloseTo(0.02, within(1e-9));
    period(10, 0, 0, 0);
    assertThat(share.share()).isCloseTo(0.04, within(1e-9));
    period(10, 0, 0, 0);
    assertThat(share.share()).isCloseTo(0.08, within(1e-9));
  }

  @Test
  void aPeriodWithAFewMarksAddsOneStep() {
    period(0, 0, 1, 0);
    period(10, 0, 0, 0);
    period(10, 1, 0, 0);
    period(10, 1, 0, 0);
    double before = share.share();
    period(10, 1, 0, 0);
    assertThat(share.share() - before).isCloseTo(0.01, within(1e-9));
  }

  @Test
  void aHostThatHeardNothingForLongGrantsAtFullRate() {
    period(0, 0, 1, 0);
    period(10, 0, 0, 0);
    nowPs += 1000 * PERIOD_PS;
    share.received(nowPs, false);
    assertThat(share.share()).isEqualTo(1);
  }

  /** Half the packets trimmed on the way: a quantum then takes twice as long. */
  @Test
  void aPullQueueGrantsAtTheShare() {
    PullQueue<CreditAccount> queue =
        new PullQueue<>(
            new PullRate(8_192_000_000L, 1024).adapting(ADAPTION), new SplittableRandom(1));
    CreditAccount account = new CreditAccount(new CreditSender());
    account.want(CreditAccount.toWire(100 * 1024));
    queue.add(account, 0);
    queue.poll(0);
    assertThat(queue.dueAtPs()).isEqualTo(1_000_000);
    for (int i = 0; i < 10; i++) {
      queue.received(1, false);
      queue.trimmed(1, false);
    }
    long later = 1 + PERIOD_PS * 5 / 4;
    queue.received(later, false);
    queue.poll(later);
    long due = queue.dueAtPs();
    queue.poll(due);
    assertThat(queue.dueAtPs() - due).isEqualTo(2_000_000);
  }
}
