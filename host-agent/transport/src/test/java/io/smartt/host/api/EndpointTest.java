package io.smartt.host.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.TransportSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link Endpoint} over memory and loopback. Waits for futures, never for a time. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndpointTest {
  private static final Destination ALICE = new Destination(0x0a000001, 1);
  private static final Destination BOB = new Destination(0x0a000002, 2);
  private static final EndpointOptions STANDARD = EndpointOptions.defaults();

  private static EndpointOptions with(String key, String value) {
    return STANDARD.withTransport(RecordSettings.with(STANDARD.transport(), key, value));
  }

  private static byte[] bytes(int size, long seed) {
    byte[] content = new byte[size];
    new Random(seed).nextBytes(content);
    return content;
  }

  @Test
  void messageArrivesWithItsBytesAndItsSource() {
    MemoryNetwork network = new MemoryNetwork();
    byte[] content = bytes(100_000, 1);
    try (Endpoint alice = Endpoint.open(network.port(ALICE), STANDARD);
        Endpoint bob = Endpoint.open(network.port(BOB), STANDARD)) {
      CompletableFuture<Message> received = bob.receive();
      SentMessage sent = alice.connect(BOB).send(content);
      sent.delivered().join();
      assertThat(sent.accepted()).isCompleted();
      assertThat(received.join().toByteArray()).isEqualTo(content);
      assertThat(received.join().source()).isEqualTo(ALICE);
      assertThat(received.join().content().isReadOnly()).isTrue();
    }
  }

  @Test
  void manyMessagesBothWaysArriveOnceOverANetworkThatLosesAndHarms() {
    Random random = new Random(7);
    MemoryNetwork network =
        new MemoryNetwork(frame -> {
          synchronized (random) {
            if (random.nextInt(20) == 0) {
              frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
            }
            return random.nextInt(20) != 0;
          }
        });
    try (Endpoint alice = Endpoint.open(network.port(ALICE), STANDARD);
        Endpoint bob = Endpoint.open(network.port(BOB), STANDARD)) {
      List<byte[]> sizes = IntStream.range(1, 30).mapToObj(i -> bytes(i * 997, i)).toList();
      Connection there = alice.connect(BOB);
      Connection back = bob.connect(ALICE);
      List<CompletableFuture<Void>> delivered = new ArrayList<>();
      sizes.forEach(content -> delivered.add(there.send(content).delivered()));
      sizes.forEach(content -> delivered.add(back.send(content).delivered()));
      CompletableFuture.allOf(delivered.toArray(CompletableFuture<?>[]::new)).join();
      assertThat(take(bob, sizes.size())).containsExactlyInAnyOrderElementsOf(sizes);
      assertThat(take(alice, sizes.size())).containsExactlyInAnyOrderElementsOf(sizes);
      CompletableFuture.allOf(there.close(), back.close()).join();
      assertThat(alice.receive()).isNotDone();
    }
  }

  private static List<byte[]> take(Endpoint endpoint, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> endpoint.receive().join().toByteArray())
        .toList();
  }

  @Test
  void partOfABufferIsSent() {
    MemoryNetwork network = new MemoryNetwork();
    try (Endpoint alice = Endpoint.open(network.port(ALICE), STANDARD);
        Endpoint bob = Endpoint.open(network.port(BOB), STANDARD)) {
      ByteBuffer content = ByteBuffer.allocateDirect(10).put(new byte[] {1, 2, 3, 4, 5}).flip();
      content.position(2);
      alice.connect(BOB).send(content).delivered().join();
      assertThat(bob.receive().join().toByteArray()).containsExactly(3, 4, 5);
      assertThat(content.position()).isEqualTo(2);
      assertThatThrownBy(() -> alice.connect(BOB).send(new byte[0]))
          .hasMessage("message of 0 bytes, accepted is 1 or more");
    }
  }

  @Test
  void sendersWaitWhileTooMuchIsOutstanding() {
    AtomicBoolean open = new AtomicBoolean();
    MemoryNetwork network = new MemoryNetwork(frame -> open.get());
    try (Endpoint alice = Endpoint.open(network.port(ALICE), STANDARD.withLimits(10_000, 1 << 20));
        Endpoint bob = Endpoint.open(network.port(BOB), STANDARD)) {
      Connection connection = alice.connect(BOB);
      SentMessage first = connection.send(bytes(8_000, 1));
      first.accepted().join();
      SentMessage second = connection.send(bytes(8_000, 2));
      assertThat(connection.trySend(ByteBuffer.allocate(1))).as("others wait").isEmpty();
      assertThat(second.accepted()).isNotDone();
      open.set(true);
      first.delivered().join();
      second.accepted().join();
      second.delivered().join();
      assertThat(connection.trySend(ByteBuffer.allocate(10_001))).as("alone").isPresent();
      assertThat(take(bob, 3)).extracting(content -> content.length).contains(10_001);
    }
  }

  @Test
  void receiverThatTakesNothingIsNotFlooded() {
    MemoryNetwork network = new MemoryNetwork();
    try (Endpoint alice = Endpoint.open(network.port(ALICE), STANDARD);
        Endpoint bob = Endpoint.open(network.port(BOB), STANDARD.withLimits(1 << 20, 50_000))) {
      Connection connection = alice.connect(BOB);
      SentMessage last = connection.send(bytes(40_000, 0));
      for (int i = 1; i < 20; i++) {
        last = connection.send(bytes(40_000, i));
      }
      assertThat(take(bob, 20)).as("all come as they are taken").hasSize(20);
      last.delivered().join();
    }
  }

  @Test
  void handlerGetsWhatWaitedAndWhatComes() {
    MemoryNetwork network = new MemoryNetwork();
    try (Endpoint alice = Endpoint.open(network.port(ALICE), STANDARD);
        Endpoint bob = Endpoint.open(network.port(BOB), STANDARD)) {
      Connection connection = alice.connect(BOB);
      connection.send(bytes(10, 1)).delivered().join();
      List<byte[]> seen = new ArrayList<>();
      CompletableFuture<Void> three = new CompletableFuture<>();
      bob.onMessage(message -> {
        seen.add(message.toByteArray());
        if (seen.size() == 3) {
          three.complete(null);
        }
        throw new IllegalStateException("the port goes on");
      });
      connection.send(bytes(10, 2));
      connection.send(bytes(10, 3));
      three.join();

      assertThat(seen).containsExactlyInAnyOrder(bytes(10, 1), bytes(10, 2), bytes(10, 3));
    }
  }

  @Test
  void closedConnectionTakesNoMoreMessages() {
    MemoryNetwork network = new MemoryNetwork();
    try (Endpoint alice = Endpoint.open(network.port(ALICE), STANDARD);
        Endpoint bob = Endpoint.open(network.port(BOB), STANDARD)) {
      Connection connection = alice.connect(BOB);
      CompletableFuture<Void> before = connection.send(bytes(50_000, 1)).delivered();
      connection.close().join();
      assertThat(before).isCompleted();
      assertThatThrownBy(() -> connection.send(bytes(1, 1)).delivered().join())
          .hasRootCauseInstanceOf(DeliveryException.class)
          .hasRootCauseMessage("the connection was closed before the message");
      connection.close().join();
      alice.connect(BOB).send(bytes(1, 1)).delivered().join();
      assertThat(take(bob, 2)).hasSize(2);
    }
  }

  @Test
  void messageThatTheOtherSideFindsTooLongFailsWithTheReason() {
    MemoryNetwork network = new MemoryNetwork();
    try (Endpoint alice = Endpoint.open(network.port(ALICE), STANDARD);
        Endpoint bob = Endpoint.open(network.port(BOB), with("max-message-bytes", "10000"))) {
      assertThat(bob.address()).isEqualTo(BOB);
      assertThatThrownBy(() -> alice.connect(BOB).send(bytes(10_001, 1)).delivered().join())
          .isInstanceOf(CompletionException.class)
          .hasRootCauseMessage("the other side refuses a message as too long");
      alice.connect(BOB).send(bytes(10_000, 1)).delivered().join();
    }
  }

  @Test
  void silenceFailsTheConnection() {
    MemoryNetwork network = new MemoryNetwork();
    try (Endpoint alice = Endpoint.open(network.port(ALICE), with("give-up-ps", "20000000000"))) {
      Connection connection = alice.connect(BOB);
      SentMessage message = connection.send(bytes(10, 1));
      assertThatThrownBy(() -> message.delivered().join())
          .hasRootCauseMessage("no answer from the other side for 0.02 s");
      assertThatThrownBy(() -> connection.send(bytes(10, 1)).accepted().join())
          .hasRootCauseInstanceOf(DeliveryException.class);
    }
  }

  @Test
  void peerThatWasStartedAgainFailsTheConnectionAndAnotherWorks() {
    MemoryNetwork network = new MemoryNetwork();
    try (Endpoint alice = Endpoint.open(network.port(ALICE), STANDARD)) {
      Connection connection = alice.connect(BOB);
      Endpoint bob = Endpoint.open(network.port(BOB), STANDARD);
      connection.send(bytes(10, 1)).delivered().join();
      CompletableFuture<Message> never = bob.receive().thenCompose(first -> bob.receive());
      bob.close();
      assertThatThrownBy(never::join).hasRootCauseMessage("the endpoint was closed");
      try (Endpoint again = Endpoint.open(portOfBob(network), STANDARD)) {
        assertThatThrownBy(() -> connection.send(bytes(10, 2)).delivered().join())
            .hasRootCauseMessage("the other side does not know the connection any more");
        alice.connect(BOB).send(bytes(10, 3)).delivered().join();
        assertThat(take(again, 1)).containsExactly(bytes(10, 3));
      }
    }
  }

  /** The port's number is free once its thread has ended, which is when the taker was notified. */
  private static PacketPort portOfBob(MemoryNetwork network) {
    return network.port(BOB);
  }

  @Test
  void closingTheEndpointFailsWhatIsUnderWay() {
    MemoryNetwork network = new MemoryNetwork();
    Endpoint alice = Endpoint.open(network.port(ALICE), STANDARD);
    Connection connection = alice.connect(BOB);
    CompletableFuture<Void> before = connection.send(bytes(10, 1)).delivered();
    alice.close();
    assertThatThrownBy(before::join).hasRootCauseMessage("the endpoint was closed");
    assertThatThrownBy(() -> connection.send(bytes(10, 1)).delivered().join())
        .hasRootCauseMessage("the endpoint was closed");
    assertThatThrownBy(() -> connection.close().join())
        .hasRootCauseMessage("the endpoint was closed");
  }

  @Test
  void udpSocketsCarryMegabytes() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    UdpPort here = UdpPort.bind(any);
    UdpPort there = UdpPort.bind(any);
    byte[] content = bytes(8 << 20, 5);
    try (Endpoint alice = Endpoint.open(here, STANDARD);
        Endpoint bob = Endpoint.open(there, STANDARD)) {
      Connection connection = alice.connect(here.peer(there.localAddress()));
      connection.send(content).delivered().join();
      Message message = bob.receive().join();
      assertThat(message.toByteArray()).isEqualTo(content);
      bob.connect(message.source()).send(bytes(3, 1)).delivered().join();
      assertThat(alice.receive().join().source()).isEqualTo(connection.peer());
    }
  }

  @Test
  void addressesAndFramesThatDoNotFitAreRefused() throws Exception {
    MemoryNetwork network = new MemoryNetwork();
    try (PacketPort first = network.port(ALICE)) {
      assertThat(first.address()).isEqualTo(ALICE);
      assertThatThrownBy(() -> network.port(ALICE))
          .hasMessage("the network has a port at 10.0.0.1 already");
      EndpointOptions wide = STANDARD.withTransport(TransportSettings.DEFAULT);
      assertThatThrownBy(() -> Endpoint.open(first, wide))
          .hasMessage("maximum message is 1099511627776 bytes, accepted is 1 to 1073741824");
    }
    network.port(ALICE).close();
  }
}
