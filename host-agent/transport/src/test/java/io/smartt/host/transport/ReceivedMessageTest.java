package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link ReceivedMessage}: packets 100 to 102 of 10, 10 and 5 bytes. */
class ReceivedMessageTest {
  private static final long FIRST = 90;

  private final ReceivedMessage message = new ReceivedMessage(1, null);

  private boolean place(long sequence, long offset, int length, boolean last) {
    return message.place(sequence, offset, length, last, FIRST);
  }

  @Test
  void packetsInAnyOrderMakeTheMessage() {
    assertThat(place(102, 20, 5, true)).isTrue();
    assertThat(place(100, 0, 10, false)).isTrue();
    assertThat(message.isComplete()).isFalse();
    assertThat(place(101, 10, 10, false)).isTrue();
    assertThat(message.isComplete()).isTrue();
    assertThat(message.isCoveredOnce()).isTrue();
    assertThat(message.sizeBytes()).isEqualTo(25);
  }

  @Test
  void messageOfOnePacketIsCompleteAtOnce() {
    assertThat(place(90, 0, 7, true)).isTrue();
    assertThat(message.isCoveredOnce()).isTrue();
  }

  @Test
  void messageOfFullPacketsOnlyHasAFullLastPacket() {
    assertThat(place(100, 0, 10, false)).isTrue();
    assertThat(place(101, 10, 10, true)).isTrue();
    assertThat(message.isCoveredOnce()).isTrue();
  }

  @Test
  void offsetThatDoesNotMatchThePacketNumberIsRefused() {
    place(100, 0, 10, false);
    assertThat(place(101, 20, 10, false)).as("a part between has no number").isFalse();
    assertThat(place(99, 10, 5, true)).as("a later part has a later number").isFalse();
    assertThat(place(101, 5, 10, false)).isFalse();
  }

  @Test
  void numbersMayHaveGapsWhereOtherMessagesHaveTheirs() {
    assertThat(place(104, 10, 10, false)).isTrue();
    assertThat(place(100, 0, 10, false)).isTrue();
    assertThat(place(107, 20, 5, true)).isTrue();
    assertThat(message.isCoveredOnce()).isTrue();
  }

  @Test
  void otherLengthThanTheOthersIsRefused() {
    place(100, 0, 10, false);
    assertThat(place(101, 9, 9, false)).isFalse();
    assertThat(place(102, 20, 11, true)).isFalse();
  }

  @Test
  void packetBeforeTheConnectionBeganIsRefused() {
    assertThat(place(95, 100, 10, false)).isFalse();
    assertThat(place(90, 100, 10, true)).isFalse();
  }

  @Test
  void nothingComesAfterTheLast() {
    place(102, 20, 5, true);
    assertThat(place(103, 30, 10, false)).isFalse();
    assertThat(place(103, 25, 5, true)).isFalse();
  }

  @Test
  void lastThatComesFirstMustFitTheOthers() {
    place(102, 21, 5, true);
    assertThat(place(100, 0, 10, false)).isFalse();
  }

  @Test
  void lastBeforeWhatArrivedIsRefused() {
    place(103, 30, 10, false);
    assertThat(place(102, 20, 5, true)).isFalse();
  }

  @Test
  void samePacketTwiceIsRefused() {
    place(100, 0, 10, false);
    assertThat(place(100, 0, 10, false)).isFalse();
  }

  @Test
  void emptyPacketIsRefused() {
    assertThat(place(100, 0, 0, false)).isFalse();
    assertThat(place(100, 0, 0, true)).isFalse();
  }
}
