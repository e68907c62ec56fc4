package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.pathing.PathSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a {@link TransportEndpoint} says of its connections, for who looks at a run. */
class ConnectionViewsTest {
  private static final int FRAME = 1_074;
  private static final Destination TO = new Destination(Pair.B, Pair.B);

  private final List<CongestionController> controllers = new ArrayList<>();
  private final List<Paths> selectors = new ArrayList<>();
  private final Pair pair =
      new Pair(TransportSettings.DEFAULT.withMaxPayloadBytes(1_000), (_, _, _) -> controller(), 1);

  /** A window of three frames. */
  private CongestionController controller() {
    controllers.add(new GivenWindow(() -> 3L * FRAME));
    return controllers.getLast();
  }

  /** Entropy values 41, 42, 43, 43, ... */
  private static final class Paths implements PathSelector {
    private int next = 40;

    @Override
    public int nextEntropy(long nowPs) {
      next = Math.min(43, next + 1);
      return next;
    }

    @Override
    public int reusable() {
      return 7;
    }

    @Override
    public int avoided() {
      return 5;
    }

    @Override
    public int reusable(int[] into) {
      into[0] = 71;
      return 1;
    }

    @Override
    public int avoided(int[] into) {
      into[0] = 51;
      into[1] = 52;
      return 2;
    }
  }

  /** An endpoint whose connections have these paths. */
  private TransportEndpoint endpoint() {
    return new TransportEndpoint(
        new Destination(Pair.A, Pair.A),
        TransportSettings.DEFAULT.withMaxPayloadBytes(1_000),
        (_, _, _) -> controller(),
        (_, _, _) -> {
          selectors.add(new Paths());
          return selectors.getLast();
        },
        new TransportListener() {},
        new SplittableRandom(1));
  }

  private void answerOne() {
    pair.deliver(pair.a, pair.take(pair.b));
  }

  @Test
  void aConnectionIsOpenFromItsBeginningToItsEnd() {
    assertThat(pair.a.isOpen(0)).isFalse();
    int first = pair.open();
    int second = pair.open();
    pair.a.close(0, first);
    assertThat(pair.a.isOpen(first)).isFalse();
    assertThat(pair.a.isOpen(second)).isTrue();
    long message = pair.send(second, 1_000);
    assertThat(pair.a.connectionOf(message)).isEqualTo(second).isNotZero();
    pair.a.close(0, second);
    assertThat(pair.a.isOpen(second)).as("its message is on the way").isTrue();
    pair.run(Long.MAX_VALUE);
    assertThat(pair.a.isOpen(second)).isFalse();
    assertThatThrownBy(() -> pair.a.connectionOf(message))
        .hasMessage("no message " + message + " is being sent");
  }

  @Test
  void aMessageThatIsWholeIsBeingSentNoMoreThoughItsConnectionStaysOpen() {
    int connection = pair.open();
    long message = pair.send(connection, 1_000);
    pair.run(Long.MAX_VALUE);
    assertThat(pair.a.isOpen(connection)).isTrue();
    assertThatThrownBy(() -> pair.a.connectionOf(message))
        .hasMessage("no message " + message + " is being sent");
  }

  @Test
  void packetsOfAMessageAreUnsentUntilTheyLeaveAndMissingUntilTheyArrive() {
    int connection = pair.open();
    assertThat(pair.a.unsentPackets(connection)).isZero();
    assertThat(pair.a.missingPackets(connection)).isZero();
    pair.send(connection, 4_500);
    assertThat(pair.a.unsentPackets(connection)).isEqualTo(5);
    for (int i = 0; i < 3; i++) {
      pair.deliver(pair.b, pair.take(pair.a));
    }
    assertThat(pair.a.unsentPackets(connection)).isEqualTo(2);
    assertThat(pair.a.missingPackets(connection)).isEqualTo(5);
    assertThat(pair.a.inFlightBytes(connection)).isEqualTo(3L * FRAME);
    answerOne();
    assertThat(pair.a.missingPackets(connection)).isLessThan(5).isGreaterThan(1);
    assertThat(pair.a.inFlightBytes(connection)).isLessThan(3L * FRAME);
    pair.run(Long.MAX_VALUE);
    assertThat(pair.a.unsentPackets(connection)).isZero();
    assertThat(pair.a.missingPackets(connection)).isZero();
    assertThat(pair.a.inFlightBytes(connection)).isZero();
  }

  @Test
  void theReceiverFindsAMessageShorterByWhatWasSkipped() {
    int connection = pair.open();
    long message = pair.a.send(0, connection, 10_500, PayloadSource.COUNTED);
    pair.take(pair.a);
    assertThat(pair.a.skip(connection, 4)).isEqualTo(4_000);
    assertThat(pair.a.unsentPackets(connection)).isEqualTo(6);
    pair.run(Long.MAX_VALUE);
    assertThat(pair.completed).containsExactly(message);
    assertThat(pair.finished).containsEntry(message, 6_500L);
  }

  @Test
  void entropyValuesAreThoseOfTheConnectionsPathsAndOfItsPacketsInFlight() {
    TransportEndpoint endpoint = endpoint();
    int connection = endpoint.open(0, TO, Pair.PATH);
    var _ = endpoint.send(0, connection, 9_000, PayloadSource.COUNTED);
    int[] values = new int[4];
    assertThat(endpoint.inFlightEntropies(connection, values)).isZero();
    OutgoingFrame out = new OutgoingFrame();
    while (endpoint.nextFrame(0, out)) {
      // As many as the window takes.
    }
    assertThat(endpoint.inFlightEntropies(connection, values)).isEqualTo(3);
    assertThat(values).startsWith(43, 42, 41);
    assertThat(endpoint.reusableEntropies(connection)).isEqualTo(7);
    assertThat(endpoint.avoidedEntropies(connection)).isEqualTo(5);
    assertThat(endpoint.reusableEntropies(connection, values)).isEqualTo(1);
    assertThat(values[0]).isEqualTo(71);
    assertThat(endpoint.avoidedEntropies(connection, values)).isEqualTo(2);
    assertThat(values).startsWith(51, 52);
  }

  /** A fault in an algorithm of a user's names the connection in which it happened. */
  @Test
  void anAlgorithmIsThatOfTheDestinationForWhichItWasMade() {
    TransportEndpoint endpoint = endpoint();
    Destination other = new Destination(Pair.A + 9, Pair.A + 9);
    var _ = endpoint.open(0, TO, Pair.PATH);
    var _ = endpoint.open(0, other, Pair.PATH);
    assertThat(endpoint.destinationOf(controllers.getFirst())).contains(TO);
    assertThat(endpoint.destinationOf(controllers.getLast())).contains(other);
    assertThat(endpoint.destinationOf(selectors.getLast())).contains(other);
    assertThat(endpoint.destinationOf(controller())).isEmpty();
  }

  @Test
  void messagesThatHaveBegunToArriveAreToldUntilTheyAreWhole() {
    List<String> incoming = new ArrayList<>();
    TransportListener.IncomingMessages visitor =
        (source, message, placed) -> incoming.add(source + " " + message + " " + placed);
    pair.b.forEachIncoming(visitor);
    assertThat(incoming).isEmpty();
    long message = pair.send(4_500);
    pair.deliver(pair.b, pair.take(pair.a));
    pair.deliver(pair.b, pair.take(pair.a));
    pair.b.forEachIncoming(visitor);
    assertThat(incoming).containsExactly(Pair.A + " " + message + " 2000");
    pair.run(Long.MAX_VALUE);
    incoming.clear();
    pair.b.forEachIncoming(visitor);
    assertThat(incoming).isEmpty();
  }
}
