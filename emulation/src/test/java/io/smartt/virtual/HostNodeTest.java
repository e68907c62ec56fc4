package io.smartt.virtual;

import static io.smartt.virtual.CabledHosts.RATE_BPS;
import static io.smartt.virtual.CabledHosts.TIMEOUT_PS;
import static io.smartt.virtual.CabledHosts.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.transport.TransportCounters.DropReason;
import org.junit.jupiter.api.Test;

/** Tests of {@link HostNode}: two hosts with a cable between them. */
class HostNodeTest {
  private final CabledHosts cables = new CabledHosts();
  private final HostNode a = host(1, 20);
  private final HostNode b = host(2, 21);
  private final SimplexLink aToB = cables.cable(0, a, b);
  private final SimplexLink bToA = cables.cable(1, b, a);

  private HostNode host(int address, int timer) {
    return new HostNode(cables.queue(), timer, cables.endpoint(address), cables::number);
  }

  private void send(HostNode from, int to, long bytes) {
    CabledHosts.send(from.endpoint(), cables.queue().nowPs(), to, bytes);
    from.wake();
  }

  @Test
  void aMessageLeavesWhenTheHostIsWokenAndItsAnswerComesBack() {
    send(a, 2, 10_000);
    cables.simulation.runUntil(50 * US);
    assertThat(b.endpoint().counters().bytesDelivered()).isEqualTo(10_000);
    assertThat(cables.completed).containsExactly("1@9");
    assertThat(cables.arrived).hasSize(6).doesNotHaveDuplicates().allMatch(number -> number >= 40);
  }

  @Test
  void whatIsLostIsSentAgainWhenItsTimeIsUp() {
    aToB.setUp(false);
    send(a, 2, 1_000);
    cables.simulation.runUntil(TIMEOUT_PS - US);
    aToB.setUp(true);
    cables.simulation.runUntil(TIMEOUT_PS + 7 * US);
    assertThat(cables.completed).isEmpty();
    cables.simulation.runUntil(TIMEOUT_PS + 20 * US);
    assertThat(cables.completed).containsExactly("1@" + (TIMEOUT_PS / US + 8));
  }

  @Test
  void afterEachTimeoutThereIsAnother() {
    aToB.setUp(false);
    send(a, 2, 1_000);
    cables.simulation.runUntil(2 * TIMEOUT_PS);
    aToB.setUp(true);
    // The second timeout is twice as long.
    cables.simulation.runUntil(3 * TIMEOUT_PS + 20 * US);
    assertThat(cables.completed).containsExactly("1@" + (3 * TIMEOUT_PS / US + 8));
  }

  @Test
  void whatLeavesLaterThanItsHostWasWokenIsSentAgainToo() {
    aToB.startAt(US);
    aToB.setUp(false);
    send(a, 2, 1_000);
    cables.simulation.runUntil(2 * US);
    aToB.setUp(true);
    cables.simulation.runUntil(2 * TIMEOUT_PS);
    assertThat(cables.completed).containsExactly("1@" + (TIMEOUT_PS / US + 9));
  }

  @Test
  void ofTwoDeadlinesTheEarlierIsKept() {
    aToB.setUp(false);
    send(a, 2, 1_000);
    CabledHosts.send(a.endpoint(), 0, 2, 1_000, 2 * US);
    a.wake();
    cables.simulation.runUntil(2 * US);
    aToB.setUp(true);
    cables.simulation.runUntil(2 * TIMEOUT_PS);
    assertThat(cables.completed).containsExactly("1@22", "1@" + (TIMEOUT_PS / US + 8));
  }

  @Test
  void aHostThatMayNotSendForAWhileSendsAfterIt() {
    CabledHosts.keepOnePacket(b.endpoint());
    send(a, 2, 8_000);
    cables.simulation.runUntil(TIMEOUT_PS - US);
    assertThat(a.endpoint().counters().retransmissions()).isEqualTo(1);
    // A quarter of the timeout after the refusal, and a round trip.
    assertThat(cables.completed).containsExactly("1@34");
  }

  @Test
  void whenAllIsAnsweredNothingIsLeftToHappen() {
    send(a, 2, 10_000);
    cables.simulation.runUntil(10 * TIMEOUT_PS);
    assertThat(cables.simulation.hasEvents()).isFalse();
    send(a, 2, 10_000);
    cables.simulation.runUntil(20 * TIMEOUT_PS);
    assertThat(cables.completed).hasSize(2);
  }

  @Test
  void whilePausedAHostAnswersAndSendsNoData() {
    a.pause(-1, true);
    send(a, 2, 1_000);
    send(b, 1, 1_000);
    cables.simulation.runUntil(50 * US);
    assertThat(cables.completed).as("b's was answered").containsExactly("2@8");
    a.pause(-1, false);
    a.wake();
    cables.simulation.runUntil(100 * US);
    assertThat(cables.completed).containsExactly("2@8", "1@58");
  }

  @Test
  void pauseFramesAreForItsPort() {
    a.obeyPauses(
        new PfcPort(cables.queue(), 10, aToB, RATE_BPS, 1, 1, (_, on) -> a.pause(-1, on), () -> 0));
    a.arrive(PauseFrames.of(0, 1_000), 0);
    send(a, 2, 1_000);
    send(b, 1, 1_000);
    cables.simulation.runUntil(50 * US);
    // A thousand quanta of 6.4 ns.
    assertThat(cables.completed).containsExactly("2@8", "1@14");
    for (DropReason reason : DropReason.values()) {
      assertThat(a.endpoint().drops(reason)).as("pauses are not its frames").isZero();
    }
  }

  @Test
  void aHostWithoutALinkSaysSo() {
    HostNode alone = host(3, 22);
    assertThatThrownBy(alone::wake).hasMessage("host without a link");
    assertThat(bToA.counts().entered()).isZero();
  }
}
