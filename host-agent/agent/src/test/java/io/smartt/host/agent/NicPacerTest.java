package io.smartt.host.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.agent.TransportHandler.NicPacer;
import org.junit.jupiter.api.Test;

/** 1,000 bytes at 8 Mbps take 1 ms. */
class NicPacerTest {
  private static final long MS = 1_000_000_000L;

  private final NicPacer card = new NicPacer(8_000_000);

  @Test
  void aFrameKeepsTheWireBusyForItsLength() {
    card.send(1000, 10 * MS);

    assertThat(card.isFree(11 * MS - 1)).isFalse();
    assertThat(card.isFree(11 * MS)).isTrue();
  }

  @Test
  void whatWaitedFollowsWithoutAGapThoughTheThreadIsLate() {
    card.send(1000, 0);
    card.send(1000, MS + MS / 2);

    assertThat(card.freePs()).isEqualTo(2 * MS);
  }

  @Test
  void whatDidNotWaitStartsAnew() {
    card.send(1000, 0);
    card.idle();
    card.send(1000, MS + MS / 2);

    assertThat(card.freePs()).isEqualTo(2 * MS + MS / 2);
  }

  @Test
  void lostTimeBeyondFiveMillisecondsIsNotMadeUpFor() {
    card.send(1000, 0);
    card.send(1000, 20 * MS);

    assertThat(card.freePs()).isEqualTo(16 * MS);
    assertThat(card.lostPs()).isEqualTo(14 * MS);
    assertThat(card.busyPs()).isEqualTo(2 * MS);
  }

  @Test
  void timeThatIsMadeUpForOrHadNothingWaitingIsNotLost() {
    card.send(1000, 0);
    card.send(1000, 5 * MS);
    card.idle();
    card.send(1000, 50 * MS);

    assertThat(card.lostPs()).isZero();
    assertThat(card.dueSincePs(49 * MS)).isEqualTo(51 * MS);
  }

  @Test
  void whatIsSentIsDueSinceTheWireWasFreeOrSinceItIsThere() {
    card.send(1000, 0);
    assertThat(card.dueSincePs(3 * MS)).isEqualTo(MS);
    card.idle();
    assertThat(card.dueSincePs(3 * MS)).isEqualTo(3 * MS);
  }

  @Test
  void withoutARateTheWireIsAlwaysFree() {
    NicPacer fast = new NicPacer(0);
    fast.send(1000, 0);

    assertThat(fast.isFree(0)).isTrue();
  }
}
