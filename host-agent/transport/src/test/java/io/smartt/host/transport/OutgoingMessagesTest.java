package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.transport.OutgoingMessages.OutgoingMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link OutgoingMessages}: which packet leaves next, and when a message is complete. */
class OutgoingMessagesTest {
  private static final int PACKET = 1000;

  private final OutgoingMessages firstComeFirstServed = new OutgoingMessages(false);
  private final OutgoingMessages inTurn = new OutgoingMessages(true);

  private static OutgoingMessage message(long id, long bytes) {
    return new OutgoingMessage(id, bytes, PayloadSource.COUNTED, PACKET);
  }

  /** The packets that leave next, as message and part, at most so many. */
  private static List<String> leave(OutgoingMessages messages, int most) {
    List<String> left = new ArrayList<>();
    for (OutgoingMessage next = messages.unsent();
        next != null && left.size() < most;
        next = messages.unsent()) {
      left.add(next.id() + "." + next.unsentPart());
      messages.sendPart(next);
    }
    return left;
  }

  /** The messages with packets that have not left; fails if there is no end of them. */
  private static List<Long> unsent(OutgoingMessages messages) {
    List<Long> found = new ArrayList<>();
    messages.forEachUnsent(message -> {
      assertThat(found).hasSizeLessThan(10);
      found.add(message.id());
    });
    return found;
  }

  private static void complete(OutgoingMessages messages, OutgoingMessage message) {
    for (int part = 0; part < message.packets(); part++) {
      messages.acknowledgeOne(message);
    }
  }

  private static List<Long> takeComplete(OutgoingMessages messages, int most) {
    List<Long> taken = new ArrayList<>();
    for (OutgoingMessage next = messages.takeComplete();
        next != null && taken.size() < most;
        next = messages.takeComplete()) {
      taken.add(next.id());
    }
    return taken;
  }

  @Test
  void firstComeFirstServedAMessageLeavesWhole() {
    firstComeFirstServed.add(message(1, 2 * PACKET));
    firstComeFirstServed.add(message(2, 3 * PACKET));
    firstComeFirstServed.add(message(3, 1));
    assertThat(unsent(firstComeFirstServed)).containsExactly(1L, 2L, 3L);
    assertThat(leave(firstComeFirstServed, 9))
        .containsExactly("1.0", "1.1", "2.0", "2.1", "2.2", "3.0");
  }

  @Test
  void aSkippedMessageHasItsFirstPacketsAndItsShortLastOne() {
    OutgoingMessage message = message(1, 9 * PACKET + 500);
    firstComeFirstServed.add(message);
    leave(firstComeFirstServed, 2);
    firstComeFirstServed.skip(6);

    assertThat(message.unsentPackets()).isEqualTo(2);
    assertThat(message.missingPackets()).isEqualTo(4);
    assertThat(message.sizeBytes()).isEqualTo(9 * PACKET + 500);
    assertThat(firstComeFirstServed.unsentBytes(0)).isEqualTo(PACKET + 500);
    assertThat(message.length(3)).isEqualTo(500);
    assertThat(leave(firstComeFirstServed, 9)).containsExactly("1.2", "1.3");
    complete(firstComeFirstServed, message);
    assertThat(takeComplete(firstComeFirstServed, 9)).containsExactly(1L);
  }

  @Test
  void atLeastOnePacketHasToBeLeftToSend() {
    firstComeFirstServed.add(message(1, 3 * PACKET));
    assertThatThrownBy(() -> firstComeFirstServed.skip(3))
        .hasMessage("3 packets are not there to be skipped");
    leave(firstComeFirstServed, 3);
    assertThatThrownBy(() -> firstComeFirstServed.skip(1))
        .hasMessage("1 packets are not there to be skipped");
  }

  @Test
  void inTurnAPacketOfEachMessageLeavesAlternately() {
    inTurn.add(message(1, 2 * PACKET));
    inTurn.add(message(2, 3 * PACKET));
    inTurn.add(message(3, 1));
    assertThat(leave(inTurn, 2)).containsExactly("1.0", "2.0");
    assertThat(unsent(inTurn)).containsExactly(3L, 1L, 2L);
    assertThat(leave(inTurn, 9)).containsExactly("3.0", "1.1", "2.1", "2.2");
  }

  @Test
  void aMessageMayComeWhenAllOthersHaveLeft() {
    for (OutgoingMessages messages : List.of(firstComeFirstServed, inTurn)) {
      messages.add(message(1, PACKET));
      assertThat(leave(messages, 9)).containsExactly("1.0");
      assertThat(unsent(messages)).isEmpty();
      messages.add(message(2, PACKET));
      messages.add(message(3, PACKET));
      assertThat(leave(messages, 9)).containsExactly("2.0", "3.0");
    }
  }

  @Test
  void whatHasNotLeftIsCountedWithTheHeadersOfItsPackets() {
    firstComeFirstServed.add(message(1, 2_500));
    firstComeFirstServed.add(message(2, 10));
    List<Long> bytes = new ArrayList<>();
    for (int left = 0; left < 4; left++) {
      bytes.add(firstComeFirstServed.unsentBytes(50));
      leave(firstComeFirstServed, 1);
    }
    assertThat(bytes).containsExactly(2_510L + 200, 1_510L + 150, 510L + 100, 10L + 50);
    assertThat(firstComeFirstServed.unsentBytes(50)).isZero();
  }

  @Test
  void completeMessagesAreReportedInTheOrderInWhichTheyBecameSo() {
    OutgoingMessage first = message(1, 2 * PACKET);
    OutgoingMessage second = message(2, PACKET);
    firstComeFirstServed.add(first);
    firstComeFirstServed.add(second);
    leave(firstComeFirstServed, 9);
    firstComeFirstServed.acknowledgeOne(first);
    assertThat(takeComplete(firstComeFirstServed, 9)).as("one of two packets").isEmpty();
    complete(firstComeFirstServed, second);
    firstComeFirstServed.acknowledgeOne(first);
    assertThat(takeComplete(firstComeFirstServed, 9)).containsExactly(2L, 1L);
  }

  @Test
  void oneMayBecomeCompleteWhenTheOthersWereTakenOrSomeOfThem() {
    for (long id = 1; id <= 4; id++) {
      OutgoingMessage message = message(id, PACKET);
      firstComeFirstServed.add(message);
      complete(firstComeFirstServed, message);
      if (id != 2) {
        assertThat(firstComeFirstServed.takeComplete())
            .extracting(OutgoingMessage::id)
            .isEqualTo(id == 1 ? 1L : id - 1);
      }
    }
    assertThat(takeComplete(firstComeFirstServed, 9)).containsExactly(4L);
  }

  @Test
  void nothingIsLeftOnlyWhenAllIsReported() {
    OutgoingMessage only = message(1, PACKET);
    assertThat(firstComeFirstServed.isEmpty()).isTrue();
    firstComeFirstServed.add(only);
    leave(firstComeFirstServed, 9);
    assertThat(firstComeFirstServed.isEmpty()).as("it is on its way").isFalse();
    complete(firstComeFirstServed, only);
    assertThat(firstComeFirstServed.isEmpty()).as("it is not reported").isFalse();
    assertThat(takeComplete(firstComeFirstServed, 9)).containsExactly(1L);
    assertThat(firstComeFirstServed.isEmpty()).isTrue();
  }

  @Test
  void aMessageIsCutIntoPacketsOfOneSizeTheLastOneWhatIsLeft() {
    OutgoingMessage message = message(7, 2_500);
    assertThat(message.packets()).isEqualTo(3);
    assertThat(message.sizeBytes()).isEqualTo(2_500);
    assertThat(message.offset(2)).isEqualTo(2_000);
    assertThat(message.length(1)).isEqualTo(1_000);
    assertThat(message.length(2)).isEqualTo(500);
    assertThat(message.isLast(1)).isFalse();
    assertThat(message.isLast(2)).isTrue();
    assertThat(message(7, 2_000).packets()).isEqualTo(2);
    assertThat(message(7, 2_000).length(1)).isEqualTo(1_000);
    assertThat(message(7, 1).packets()).isEqualTo(1);
    assertThat(message(7, 1).length(0)).isEqualTo(1);
  }

  @Test
  void aMessageMayBeLongerThanAnIntButItsPacketsAreNoMoreThanOneCounts() {
    OutgoingMessage message = message(7, 3_000_000_001L);
    assertThat(message.packets()).isEqualTo(3_000_001);
    assertThat(message.sizeBytes()).isEqualTo(3_000_000_001L);
    assertThat(message.offset(3_000_000)).isEqualTo(3_000_000_000L);
    assertThat(message.length(3_000_000)).isEqualTo(1);
    assertThatThrownBy(() -> message(7, 1L << 42)).isInstanceOf(ArithmeticException.class);
  }
}
