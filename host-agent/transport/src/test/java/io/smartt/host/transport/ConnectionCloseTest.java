package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.Uet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link ConnectionClose}. */
class ConnectionCloseTest {
  private static final long US = 1_000_000;
  private static final long TIMEOUT_PS = 70 * US;

  private final ConnectionClose close =
      new ConnectionClose(new RetransmissionTimer(TransportSettings.DEFAULT, 10 * US, false));

  @Test
  void whatNobodyAskedForIsNotDue() {
    assertThat(close.isRequested()).isFalse();
    assertThat(close.isDue()).isFalse();
    assertThat(close.isSent()).isFalse();
    assertThat(close.deadlinePs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void itIsDueWhenItBeginsNotWhenItIsAskedFor() {
    close.request();
    assertThat(close.isRequested()).isTrue();
    assertThat(close.isDue()).as("messages are not complete").isFalse();
    close.begin();
    assertThat(close.isDue()).isTrue();
    assertThat(close.isSent()).isFalse();
    assertThat(close.deadlinePs()).as("no answer is expected yet").isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void onceSentOnlyItsAnswerIsMissing() {
    close.begin();
    assertThat(close.send(US)).isEqualTo(US + TIMEOUT_PS);
    assertThat(close.isDue()).isFalse();
    assertThat(close.isSent()).isTrue();
    assertThat(close.deadlinePs()).isEqualTo(US + TIMEOUT_PS);
    close.begin();
    assertThat(close.isDue()).as("it is on its way").isFalse();
  }

  @Test
  void anOverdueOneIsSentAgainAndWaitsTwiceAsLong() {
    close.begin();
    close.send(US);
    assertThat(close.expire()).isFalse();
    assertThat(close.isDue()).isTrue();
    assertThat(close.deadlinePs()).as("it has not left again").isEqualTo(Long.MAX_VALUE);
    assertThat(close.send(100 * US)).isEqualTo(100 * US + 2 * TIMEOUT_PS);
  }

  @Test
  void afterEightItIsGivenUp() {
    close.begin();
    for (int attempt = 1; attempt <= 8; attempt++) {
      assertThat(close.isDue()).as("attempt %d", attempt).isTrue();
      close.send(attempt * US);
      assertThat(close.expire()).as("given up after %d", attempt).isEqualTo(attempt == 8);
    }
    assertThat(close.isDue()).isFalse();
  }

  /** An application may close twice, the second time when an answer is overdue. */
  @Test
  void toBeginAgainTakesNothingBack() {
    close.begin();
    close.send(US);
    close.expire();
    close.begin();
    assertThat(close.isDue()).isTrue();
  }

  @Test
  void aConnectionThatIsClosedTwiceEndsThoughItsFirstCloseWasLost() {
    Pair pair =
        new Pair(RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "1000"), 1);
    int connection = pair.open();
    pair.send(connection, 1000);
    pair.deliver(pair.b, pair.take(pair.a));
    pair.deliver(pair.a, pair.take(pair.b));
    pair.a.close(pair.nowPs, connection);
    List<byte[]> closes = new ArrayList<>();
    closes.add(pair.take(pair.a));
    pair.nowPs = pair.a.nextDeadlinePs();
    pair.a.onDeadline(pair.nowPs);
    pair.a.close(pair.nowPs, connection);
    closes.add(pair.take(pair.a));
    assertThat(closes)
        .allMatch(frame -> frame.length > 0 && Uet.next(frame, Uet.PDS_AT) == PdsControl.CLOSE);
    pair.deliver(pair.b, closes.getLast());
    pair.deliver(pair.a, pair.take(pair.b));
    assertThat(pair.closed).containsExactly(connection);
  }
}
