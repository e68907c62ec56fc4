package io.smartt.host.credit;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.PullRate;
import io.smartt.host.credit.CreditAccount.CreditSender;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PullQueueTest {
  // 1024 bytes at 8.192 Gbps: one quantum in 1 us.
  private static final long US = 1_000_000;
  private static final PullRate RATE = new PullRate(8_192_000_000L, 1024);

  private PullQueue<Named> queue = new PullQueue<>(RATE, new SplittableRandom(1));

  private static final class Named extends CreditAccount {
    private final String name;

    Named(String name, CreditSender sender) {
      super(sender);
      this.name = name;
    }
  }

  private Named wanting(String name, long bytes, long nowPs) {
    return wanting(name, new CreditSender(), bytes, nowPs);
  }

  private Named wanting(String name, CreditSender sender, long bytes, long nowPs) {
    Named account = new Named(name, sender);
    account.want(CreditAccount.toWire(bytes));
    queue.add(account, nowPs);
    return account;
  }

  /** Who is granted credit up to a time, with the time in us. */
  private List<String> granted(long untilPs) {
    List<String> turns = new ArrayList<>();
    while (queue.dueAtPs() <= untilPs) {
      long due = queue.dueAtPs();
      Named turn = queue.poll(due);
      if (turn != null) {
        turns.add(turn.name + due / US);
      }
    }
    return turns;
  }

  @Test
  void anOrderComesBeforeTheTurns() {
    queue = new PullQueue<>(RATE.by((wanted, granted) -> wanted), new SplittableRandom(1));
    wanting("long", 3 * 1024, 0);
    CreditSender both = new CreditSender();
    wanting("middle", both, 2 * 1024, 0);
    wanting("short", both, 1024, 0);
    assertThat(granted(US)).containsExactly("short0", "middle1");
    wanting("new", 1024, 2 * US);
    // Both want as much: the one that waited.
    assertThat(granted(10 * US)).containsExactly("middle2", "new3", "long4", "long5", "long6");
  }

  @Test
  void anOrderMayGoByWhatWasGranted() {
    queue = new PullQueue<>(RATE.by((wanted, granted) -> granted), new SplittableRandom(1));
    wanting("a", 3 * 1024, 0);
    assertThat(granted(US)).containsExactly("a0", "a1");
    wanting("b", 2 * 1024, 2 * US);
    assertThat(granted(10 * US)).containsExactly("b2", "b3", "a4");
  }

  @Test
  void whereNobodyAsksThoseWhoDidGetSoMuchUnasked() {
    queue = new PullQueue<>(RATE.unasked(2 * 1024), new SplittableRandom(1));
    wanting("a", 2 * 1024, 0);
    wanting("b", 1024, 0);
    assertThat(granted(100 * US)).containsExactly("a0", "b1", "a2", "b3", "a4", "b5", "a6");
    assertThat(queue.dueAtPs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whoAsksComesBeforeAndPaysWithWhatItGotUnasked() {
    queue = new PullQueue<>(RATE.unasked(4 * 1024), new SplittableRandom(1));
    Named a = wanting("a", 1024, 0);
    assertThat(granted(2 * US)).containsExactly("a0", "a1", "a2");
    wanting("b", 2 * 1024, 2 * US);
    a.want(CreditAccount.toWire(4 * 1024));
    queue.add(a, 2 * US);
    // Of a's four, three are there.
    assertThat(granted(5 * US)).containsExactly("b3", "a4", "b5");
    a.trimmed(CreditAccount.toWire(0), 1024);
    assertThat(a.demandBytes()).isEqualTo(1024);
  }

  @Test
  void whoIsGoneGetsNothingUnasked() {
    queue = new PullQueue<>(RATE.unasked(4 * 1024), new SplittableRandom(1));
    Named a = wanting("a", 1024, 0);
    assertThat(granted(US)).containsExactly("a0", "a1");
    a.cancel();
    assertThat(granted(100 * US)).isEmpty();
    assertThat(queue.dueAtPs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void sendersTakeTurnsAQuantumEachHoweverMuchOneWants() {
    wanting("a", 5 * 1024, 0);
    wanting("b", 2 * 1024, 0);
    wanting("c", 3 * 1024, 0);
    assertThat(granted(100 * US))
        .containsExactly("a0", "b1", "c2", "a3", "b4", "c5", "a6", "c7", "a8", "a9");
    assertThat(queue.dueAtPs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aSendersConnectionsShareItsTurn() {
    CreditSender sender = new CreditSender();
    wanting("a", sender, 4 * 1024, 0);
    wanting("b", sender, 2 * 1024, 0);
    wanting("x", 4 * 1024, 0);
    assertThat(granted(100 * US))
        .containsExactly("a0", "x1", "b2", "x3", "a4", "x5", "b6", "x7", "a8", "a9");
    assertThat(queue.dueAtPs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void oneThatComesLaterWaitsForOneTurnOfEachNotForTheirDemand() {
    wanting("a", 100 * 1024, 0);
    wanting("b", 100 * 1024, 0);
    assertThat(granted(3 * US)).containsExactly("a0", "b1", "a2", "b3");
    wanting("c", 1024, 3 * US);
    assertThat(granted(7 * US)).containsExactly("a4", "b5", "c6", "a7");
  }

  @Test
  void creditIsPacedAtTheRateOverAllSenders() {
    for (int i = 0; i < 10; i++) {
      wanting("s", 10 * 1024, 0);
    }
    // The first at once, then one a microsecond: 51 by 50 us.
    assertThat(granted(50 * US)).hasSize(51);
  }

  @Test
  void idleTimeEarnsNothing() {
    wanting("a", 2 * 1024, 0);
    assertThat(granted(10 * US)).containsExactly("a0", "a1");
    wanting("b", 3 * 1024, 1000 * US);
    assertThat(granted(2000 * US)).containsExactly("b1000", "b1001", "b1002");
  }

  @Test
  void anAgainIdleHostKeepsTheGapToItsLatestCredit() {
    wanting("a", 1024, 0);
    assertThat(granted(0)).containsExactly("a0");
    wanting("b", 1024, US / 2);
    assertThat(queue.dueAtPs()).isEqualTo(US);
  }

  @Test
  void latenessIsMadeUpForUpToEightQuanta() {
    wanting("a", 100 * 1024, 0);
    int atOnce = 0;
    while (queue.poll(50 * US) != null) {
      atOnce++;
    }
    // The one that is due and those of the eight us before.
    assertThat(atOnce).isEqualTo(9);
  }

  @Test
  void aPartOfAQuantumTakesItsPartOfTheTime() {
    Named a = wanting("a", 300, 0);
    wanting("b", 1024, 0);
    assertThat(granted(0)).containsExactly("a0");
    // Asked for on the wire, 300 bytes are two units of 256.
    assertThat(a.grantedBytes()).isEqualTo(512);
    assertThat(queue.dueAtPs()).isEqualTo(US / 2);
  }

  @Test
  void aTrimIsGrantedAgainUnasked() {
    Named a = wanting("a", 1024, 0);
    assertThat(granted(5 * US)).hasSize(1);
    a.trimmed(CreditAccount.toWire(1024), 1000);
    queue.add(a, 5 * US);
    assertThat(granted(10 * US)).containsExactly("a5");
    assertThat(a.grantedBytes()).isEqualTo(2024);
  }

  /** Else each credit would be for more than a frame, and take as much longer. */
  @Test
  void creditForFramesThatAreNoWholeUnitsLeavesEachTimeAFrameCanBeSent() {
    PullQueue<Named> odd =
        new PullQueue<>(new PullRate(8_000_000_000L, 4174), new SplittableRandom(1));
    Named a = new Named("a", new CreditSender());
    a.want(CreditAccount.toWire(100 * 4174));
    odd.add(a, 0);
    CreditGate gate =
        new CreditGate(
            CreditGate.CreditRules.EQDS, new CreditScheme.Uncapped(1 << 20), 4174, 0, 1 << 20);
    for (int i = 0; i < 100; i++) {
      assertThat(odd.dueAtPs()).isEqualTo(i * 4_174_000L);
      odd.poll(odd.dueAtPs());
      gate.onCredit(CreditAccount.toWire(a.grantedBytes()));
      assertThat(gate.maySend(0, 4174)).isTrue();
      gate.onSent(0, 4174);
      assertThat(gate.creditBytes).isLessThan(256);
    }
  }

  @Test
  void aTrimmedFrameMayWantAsMuchAsWholeOnesDidButNoMore() {
    Named a = wanting("a", 8 * 1024, 0);
    assertThat(granted(3 * US)).hasSize(4);
    a.trimmed(CreditAccount.toWire(12 * 1024), 1000);
    // 12 - 4 granted is the 8 that a whole frame asked for at once; and the trimmed one again.
    assertThat(a.demandBytes()).isEqualTo(8 * 1024 + 1000);
    a.trimmed(CreditAccount.toWire(1 << 30), 1000);
    assertThat(a.demandBytes()).as("harmed").isEqualTo(8 * 1024 + 2000);
  }

  @Test
  void whoWantsNothingAnyMoreGetsNoTurnAndTakesNoTime() {
    Named a = wanting("a", 10 * 1024, 0);
    wanting("b", 2 * 1024, 0);
    a.cancel();
    assertThat(granted(10 * US)).containsExactly("b0", "b1");
    assertThat(a.grantedBytes()).isZero();
  }

  @Test
  void anOlderTotalWantedChangesNothing() {
    Named a = wanting("a", 3 * 1024, 0);
    a.want(CreditAccount.toWire(1024));
    assertThat(a.demandBytes()).isEqualTo(3 * 1024);
  }
}
