package io.smartt.virtual;

import static io.smartt.virtual.CabledHosts.TIMEOUT_PS;
import static io.smartt.virtual.CabledHosts.US;
import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.p4.pipeline.Packet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link LiveTransport}, whose run begins when its network has been there for a while. */
class LiveTransportTest {
  private static final long BASE_PS = 300 * US;
  private static final int UDP = 17;

  private final CabledHosts cables = new CabledHosts();
  private final List<Integer> above = new ArrayList<>();
  private final HostNic card =
      new HostNic(
          cables.queue(), cables::number, (packet, nowPs) -> above.add(packet.headLength()));
  private final HostNode peer =
      new HostNode(cables.queue(), 21, cables.endpoint(2), cables::number);
  private final HostTimer timer = new HostTimer(cables.queue(), 20);
  private final LiveTransport transport =
      new LiveTransport(card, cables.endpoint(1), timer.from(BASE_PS));
  private final SimplexLink toPeer = cables.cable(0, card, peer);
  private final SimplexLink fromPeer = cables.cable(1, peer, card);

  private void begin() {
    cables.simulation.runUntil(BASE_PS);
    transport.begin();
  }

  private void send(long bytes) {
    CabledHosts.send(transport.endpoint(), timer.nowPs(), 2, bytes);
    transport.wake();
  }

  private void run(long untilPs) {
    cables.simulation.runUntil(BASE_PS + untilPs);
  }

  @Test
  void aMessageLeavesAndItsAnswerComesBackInTheTimeOfTheRun() {
    begin();
    send(10_000);
    run(50 * US);
    assertThat(cables.completed).containsExactly("1@9");
    assertThat(above).as("the transport's own").isEmpty();
  }

  @Test
  void whatIsLostIsSentAgainWhenItsTimeIsUp() {
    begin();
    toPeer.setUp(false);
    send(1_000);
    run(TIMEOUT_PS - US);
    toPeer.setUp(true);
    run(TIMEOUT_PS + 20 * US);
    assertThat(cables.completed).containsExactly("1@" + (TIMEOUT_PS / US + 8));
  }

  @Test
  void whatLeavesLaterThanItWasWokenIsSentAgainToo() {
    begin();
    toPeer.startAt(BASE_PS + US);
    toPeer.setUp(false);
    send(1_000);
    run(2 * US);
    toPeer.setUp(true);
    run(2 * TIMEOUT_PS);
    assertThat(cables.completed).containsExactly("1@" + (TIMEOUT_PS / US + 9));
  }

  @Test
  void whenItMayNotSendForAWhileItSendsAfterIt() {
    CabledHosts.keepOnePacket(peer.endpoint());
    begin();
    send(8_000);
    run(TIMEOUT_PS - US);
    assertThat(cables.completed).containsExactly("1@34");
  }

  @Test
  void whilePausedItAnswersAndSendsNoData() {
    begin();
    card.pause(-1, true);
    send(1_000);
    CabledHosts.send(peer.endpoint(), cables.queue().nowPs(), 1, 1_000);
    peer.wake();
    run(50 * US);
    assertThat(cables.completed).containsExactly("2@" + (BASE_PS / US + 8));
    card.pause(-1, false);
    transport.wake();
    run(100 * US);
    assertThat(cables.completed).hasSize(2).contains("1@58");
  }

  @Test
  void afterItsEndItTakesNothing() {
    begin();
    send(1_000);
    transport.end();
    run(50 * US);
    assertThat(cables.completed).isEmpty();
    assertThat(above).as("what the peer answers is for others").hasSize(1);
    assertThat(fromPeer.counts().delivered()).isEqualTo(1);
  }

  @Test
  void packetsOfOtherProtocolsAndPortsGoUp() {
    begin();
    byte[] frame = new byte[60];
    frame[23] = UDP;
    frame[36] = 4793 >> 8;
    frame[37] = (byte) 4793;
    card.arrive(Packet.of(frame), BASE_PS);
    assertThat(above).as("the transport's, though nothing that it knows").isEmpty();
    card.arrive(Packet.of(Arrays.copyOf(frame, 42)), BASE_PS);
    assertThat(above).as("no longer than its headers").isEmpty();
    frame[37]++;
    card.arrive(Packet.of(frame), BASE_PS);
    frame[37]--;
    frame[36]++;
    card.arrive(Packet.of(frame), BASE_PS);
    frame[36]--;
    frame[23] = 6;
    card.arrive(Packet.of(frame), BASE_PS);
    frame[23] = UDP;
    card.arrive(Packet.of(Arrays.copyOf(frame, 41)), BASE_PS);
    assertThat(above).containsExactly(60, 60, 60, 41);
    long dropped = 0;
    for (DropReason reason : DropReason.values()) {
      dropped += transport.endpoint().drops(reason);
    }
    assertThat(dropped).isEqualTo(2);
  }
}
