package io.smartt.host.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.agent.PatternPayload;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.Uet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of an agent's endpoint under first packets of messages that never go on. */
@Timeout(120)
class StrangersTest {
  private static final TransportSettings SETTINGS =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "64");
  private static final PathParameters PATH = new PathParameters(10_000_000, 80_000_000_000L);
  private static final Destination AGENT = new Destination(0x0a000001, 1);

  /** Numbers of connections that a stranger may write, each of which has three messages. */
  private static final int CONNECTIONS = 65_535;

  private static final int MESSAGES = 3;
  private static final long MOST_INCOMPLETE = 131_072;

  private final TransportEndpoint agent = endpoint(AGENT);

  StrangersTest() {
    agent.payloadSink(PatternPayload.checker());
  }

  private static TransportEndpoint endpoint(Destination at) {
    return new TransportEndpoint(
        at,
        SETTINGS,
        new Smartt(Smartt.Settings.PAPER),
        (bdpPackets, baseRtt, randomness) -> new Reps(bdpPackets, baseRtt, randomness),
        new TransportListener() {},
        new SplittableRandom(1));
  }

  /** The first packets of messages of two packets, of one connection of a host. */
  private static List<byte[]> firstPackets(int ipv4) {
    TransportEndpoint sender = endpoint(new Destination(ipv4, 2));
    int connection = sender.open(0, AGENT, PATH);
    List<byte[]> firsts = new ArrayList<>();
    OutgoingFrame out = new OutgoingFrame();
    for (int i = 0; i < MESSAGES; i++) {
      sender.send(0, connection, 128, new PatternPayload.Source(ipv4));
      assertThat(sender.nextFrame(0, out)).isTrue();
      byte[] frame = new byte[out.wireLength()];
      out.copyWhole(frame, 0);
      firsts.add(frame);
      // Its second packet is never sent.
      assertThat(sender.nextFrame(0, out)).isTrue();
    }
    return firsts;
  }

  private static void number(byte[] frame, int connection) {
    PdsRequest.write(
        frame,
        Uet.PDS_AT,
        Uet.type(frame, Uet.PDS_AT),
        Uet.next(frame, Uet.PDS_AT),
        Uet.flags(frame, Uet.PDS_AT),
        ByteBuffer.wrap(frame).getShort(Uet.PDS_AT + 2),
        PdsRequest.psn(frame, Uet.PDS_AT),
        connection,
        PdsRequest.psnOffset(frame, Uet.PDS_AT));
  }

  private void receive(byte[] frame) {
    agent.receive(0, frame, 0, frame.length, frame.length);
  }

  private long held() {
    long[] messages = new long[1];
    agent.forEachIncoming((_, _, _) -> messages[0]++);
    return messages[0];
  }

  @Test
  void theyHoldNoMoreThanTheBoundAndWhatIsRefusedIsInTheAgentsCounters() {
    List<byte[]> frames = firstPackets(0x0a000002);
    for (int connection = 1; connection <= CONNECTIONS; connection++) {
      for (byte[] frame : frames) {
        number(frame, connection);
        receive(frame);
      }
    }
    assertThat(held()).isEqualTo(MOST_INCOMPLETE);

    // No number is left for another host.
    firstPackets(0x0a000003).forEach(this::receive);

    assertThat(held()).isEqualTo(MOST_INCOMPLETE);
    Counters said = CounterMessages.of(agent).build();
    assertThat(said.getRefusedMap())
        .containsOnly(
            Map.entry("NO_ROOM", (long) CONNECTIONS * MESSAGES - MOST_INCOMPLETE),
            Map.entry("UNKNOWN_CONNECTION", (long) MESSAGES));
    assertThat(CounterMessages.sum(said, said).getRefusedMap())
        .containsEntry("UNKNOWN_CONNECTION", 2L * MESSAGES);
  }

  @Test
  void anAgentThatRefusedNothingSaysNothing() {
    firstPackets(0x0a000002).forEach(this::receive);

    assertThat(CounterMessages.of(agent).getRefusedMap()).isEmpty();
  }
}
