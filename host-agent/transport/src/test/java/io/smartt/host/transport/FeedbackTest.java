package io.smartt.host.transport;

import static io.smartt.host.congestion.CongestionController.RTT_UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.pathing.PathSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Tests of {@link Feedback}: who hears of what, in which order, and what is counted. */
class FeedbackTest {
  private static final int CONNECTION = 3;

  private final List<String> heard = new ArrayList<>();
  private final TransportCounters totals = new TransportCounters();
  private long pacingBps = CongestionController.UNPACED;

  private final CongestionController congestion =
      new CongestionController() {
        @Override
        public void onAck(long nowPs, int bytes, long rttPs, boolean ecn, long inFlight) {
          heard.add("ack %d %d %d %s %d".formatted(nowPs, bytes, rttPs, ecn, inFlight));
        }

        @Override
        public void onDestination(int penalty, boolean restore, int bytes, long inFlight) {
          heard.add("destination %d %s %d %d".formatted(penalty, restore, bytes, inFlight));
        }

        @Override
        public void onTrimRtt(long rttPs) {
          heard.add("trim rtt " + rttPs);
        }

        @Override
        public void onTrim(long nowPs, int bytes, long inFlight) {
          heard.add("trim %d %d %d".formatted(nowPs, bytes, inFlight));
        }

        @Override
        public void onLastHopTrim(long nowPs, int bytes, long inFlight) {
          heard.add("last trim %d %d %d".formatted(nowPs, bytes, inFlight));
        }

        @Override
        public void onTimeout(long nowPs, int bytes, long inFlight) {
          heard.add("timeout %d %d %d".formatted(nowPs, bytes, inFlight));
        }

        @Override
        public void onSent(long nowPs, int bytes) {
          heard.add("sent %d %d".formatted(nowPs, bytes));
        }

        @Override
        public void onMark(long nowPs) {
          heard.add("mark " + nowPs);
        }

        @Override
        public long windowBytes() {
          return 5_000;
        }

        @Override
        public long pacingBps() {
          return pacingBps;
        }
      };

  private final PathSelector paths =
      new PathSelector() {
        @Override
        public int nextEntropy(long nowPs) {
          return 0;
        }

        @Override
        public void onAck(long nowPs, int entropy, boolean ecn) {
          heard.add("path ack %d %d %s".formatted(nowPs, entropy, ecn));
        }

        @Override
        public void onTrim(long nowPs, int entropy) {
          heard.add("path trim %d %d".formatted(nowPs, entropy));
        }

        @Override
        public void onTimeout(long nowPs, int entropy) {
          heard.add("path timeout %d %d".formatted(nowPs, entropy));
        }
      };

  private final TransportListener listener =
      new TransportListener() {
        @Override
        public void acknowledged(
            long nowPs, int connection, int payload, long window, long rttPs, boolean ecn) {
          heard.add(
              "acknowledged %d %d %d %d %d %s"
                  .formatted(nowPs, connection, payload, window, rttPs, ecn));
        }

        @Override
        public void trimmed(long nowPs, int connection, long window) {
          heard.add("trimmed %d %d %d".formatted(nowPs, connection, window));
        }

        @Override
        public void retransmitted(long nowPs, int connection, long messageId, long offset) {
          heard.add("again %d %d %d %d".formatted(nowPs, connection, messageId, offset));
        }

        @Override
        public void timedOut(long nowPs, int connection, int packets, long window) {
          heard.add("timed out %d %d %d %d".formatted(nowPs, connection, packets, window));
        }
      };

  private final Feedback feedback = new Feedback(CONNECTION, congestion, paths, totals, listener);

  /** The connection's own count and that of its endpoint are this. */
  private void assertCount(ToLongFunction<TransportCounters> count, long expected) {
    assertThat(count.applyAsLong(feedback.counters())).isEqualTo(expected);
    assertThat(count.applyAsLong(totals)).isEqualTo(expected);
  }

  @Test
  void whatArrivedIsForTheControllerAndThenForTheListener() {
    feedback.arrived(1, 1000, 900, 7, true, 4000);
    assertThat(heard).containsExactly("ack 1 1000 7 true 4000", "acknowledged 1 3 900 5000 7 true");
  }

  @Test
  void whatTheReceiverAsksOfTheWindowComesBeforeTheBytes() {
    feedback.asked(5, false, null, -1);
    feedback.arrived(1, 1000, 900, 7, false, 4000);
    feedback.asked(0, true, null, -1);
    feedback.arrived(2, 1000, 900, 7, false, 3000);
    assertThat(heard)
        .containsSubsequence(
            "destination 5 false 1000 4000",
            "ack 1 1000 7 false 4000",
            "destination 0 true 1000 3000",
            "ack 2 1000 7 false 3000");
  }

  @Test
  void anAcknowledgementWithAMarkIsCountedAndHeardByTheController() {
    feedback.acknowledged(1, 9, false, false);
    assertThat(heard).containsExactly("path ack 1 9 false");
    feedback.acknowledged(2, 9, true, false);
    assertThat(heard).endsWith("mark 2", "path ack 2 9 true");
    assertCount(TransportCounters::acksReceived, 2);
    assertCount(TransportCounters::marksReceived, 1);
  }

  @Test
  void theAnswerToAProbeSaysNothingOfAPath() {
    feedback.acknowledged(1, 9, false, true);
    assertThat(heard).isEmpty();
    assertCount(TransportCounters::acksReceived, 1);
  }

  @Test
  void aMarkOfARefusalCountsToo() {
    feedback.answered(1, false);
    assertThat(heard).isEmpty();
    feedback.answered(2, true);
    assertThat(heard).containsExactly("mark 2");
    assertCount(TransportCounters::marksReceived, 1);
  }

  @Test
  void aTrimSpeaksAgainstItsPathUnlessItWasAtTheLastHop() {
    feedback.trimNotified(1, 9);
    feedback.lastHopTrimNotified(2, 9, false);
    feedback.lastHopTrimNotified(3, 9, true);
    assertThat(heard).containsExactly("path trim 1 9", "path ack 2 9 false", "path ack 3 9 true");
    assertCount(TransportCounters::trimsNotified, 3);
  }

  @Test
  void aPacketLostTellsItsRttFirstIfThatIsKnown() {
    feedback.lost(1, 1000, RTT_UNKNOWN, 4000, false);
    assertThat(heard).containsExactly("trim 1 1000 4000", "trimmed 1 3 5000");
    heard.clear();
    feedback.lost(2, 1000, 7, 3000, true);
    assertThat(heard).containsExactly("trim rtt 7", "last trim 2 1000 3000", "trimmed 2 3 5000");
  }

  @Test
  void timeoutsAreHeardOneByOneAndCountedTogether() {
    feedback.timedOut(1, 9, 1000, 4000);
    feedback.timeouts(1, 1);
    feedback.timeouts(2, 5);
    assertThat(heard)
        .containsExactly(
            "path timeout 1 9",
            "timeout 1 1000 4000",
            "timed out 1 3 1 5000",
            "timed out 2 3 5 5000");
    assertCount(TransportCounters::timeouts, 6);
  }

  @Test
  void framesSentAreCountedAndThoseSentAgainReported() {
    OutgoingFrame frame = new OutgoingFrame();
    frame.setData(60, 7, PayloadSource.COUNTED, 2000, 1000);
    feedback.sent(1, frame, false);
    assertThat(heard).isEmpty();
    feedback.sent(2, frame, true);
    assertThat(heard).containsExactly("again 2 3 7 2000");
    assertCount(TransportCounters::dataFramesSent, 2);
    assertCount(TransportCounters::retransmissions, 1);
  }

  @Test
  void pacedFramesAreApartByTheirTimeAtTheRate() {
    feedback.leaves(100, 1000);
    assertThat(heard).containsExactly("sent 100 1000");
    assertThat(feedback.pacedUntilPs()).isZero();
    pacingBps = 8_000_000_000L;
    feedback.leaves(100, 1000);
    assertThat(feedback.pacedUntilPs()).isEqualTo(1_000_100);
    feedback.leaves(200, 500);
    assertThat(feedback.pacedUntilPs()).as("behind the one before").isEqualTo(1_500_100);
  }

  @Test
  void aPauseEndsNoOtherEarlier() {
    feedback.pauseUntil(500);
    feedback.pauseUntil(400);
    assertThat(feedback.pacedUntilPs()).isEqualTo(500);
  }
}
