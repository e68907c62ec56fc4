package io.smartt.host.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PayloadSink.PayloadTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What arrives is limited, and ends all the same. */
class MessageInboxTest {
  private static final int LIMIT = 32 << 20;
  private static final int PACKET = 4096;

  private final MessageInbox inbox = new MessageInbox(LIMIT);

  private PayloadTarget open(int peer, long id) {
    return inbox.open(new Destination(peer, peer), id).orElseThrow();
  }

  @Test
  void firstPacketsOfStrangersTakeNoMoreThanTheLimit() {
    List<PayloadTarget> begun = new ArrayList<>();
    for (int stranger = 1; stranger <= 20_000; stranger++) {
      PayloadTarget target = open(stranger, 1);
      if (target.hasRoom(PACKET)) {
        begun.add(target);
      } else {
        target.abandon();
      }
    }
    assertThat(begun).hasSize(LIMIT / PACKET + 1);

    begun.forEach(PayloadTarget::abandon);
    assertThat(open(30_000, 1).hasRoom(PACKET)).isTrue();
  }

  @Test
  void onePeerTakesAPartAndLeavesTheRestToOthers() {
    int begun = 0;
    for (int id = 0; id < 10_000; id++) {
      PayloadTarget target = open(1, id);
      if (target.hasRoom(PACKET)) {
        begun++;
      } else {
        target.abandon();
      }
    }
    assertThat(begun).isEqualTo((16 << 20) / PACKET);
    assertThat(open(2, 1).hasRoom(PACKET)).isTrue();
  }

  @Test
  void anOffsetFarBeyondTheLimitTakesOneMessagesRoomOnly() {
    long held =
        IntStream.rangeClosed(1, 100).filter(peer -> open(peer, 1).hasRoom(96 << 20)).count();
    assertThat(held).isOne();
    assertThat(open(1000, 1).hasRoom(1L << 40)).isFalse();
  }

  /** Messages of several peers that together are far beyond the limit, each going on by turns. */
  @Test
  void allEndHoweverTheirPacketsMingle() {
    Random random = new Random(5);
    List<Going> going = new ArrayList<>();
    for (int peer = 1; peer <= 8; peer++) {
      for (int id = 0; id < 8; id++) {
        going.add(new Going(open(peer, id), PACKET * (1 + random.nextInt(400))));
      }
    }
    byte[] packet = new byte[PACKET];
    int idle = 0;
    while (!going.isEmpty() && idle < 100_000) {
      Going next = going.get(random.nextInt(going.size()));
      if (next.target.hasRoom(next.at + PACKET)) {
        idle = 0;
        next.target.place(next.at, packet, 0, PACKET);
        next.at += PACKET;
        if (next.at == next.size) {
          next.target.complete(0, next.size);
          inbox.take().join();
          going.remove(next);
        }
      } else {
        idle++;
      }
    }
    assertThat(going).isEmpty();
  }

  /** A message of which packets are still to come. */
  private static final class Going {
    private final PayloadTarget target;
    private final int size;
    private int at;

    Going(PayloadTarget target, int size) {
      this.target = target;
      this.size = size;
    }
  }
}
