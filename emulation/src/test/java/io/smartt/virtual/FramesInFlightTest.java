package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.Packet;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests of {@link FramesInFlight}. */
class FramesInFlightTest {
  private static final int FRAMES = 20_000;

  private final FramesInFlight flying = new FramesInFlight();
  private final Packet packet = new Packet(64);

  /** A frame whose every part follows from its number. */
  private static void make(Packet frame, int number) {
    byte[] head = new byte[1 + number % 300];
    Arrays.fill(head, (byte) number);
    frame.set(head, 0, head.length, head.length + number % 5_000);
    frame.numberAs(number, head.length + 9_000);
    frame.holdFor(number % 3 == 0 ? 0 : 1L << (number % 60));
  }

  private static void check(Packet frame, int number) {
    Packet expected = new Packet(1);
    make(expected, number);
    assertThat(frame.toByteArray()).isEqualTo(expected.toByteArray());
    assertThat(frame.length()).isEqualTo(expected.length());
    assertThat(frame.id()).isEqualTo(number);
    assertThat(frame.sentLength()).isEqualTo(expected.sentLength());
    assertThat(frame.heldPs()).isEqualTo(expected.heldPs());
  }

  @Test
  void framesComeOutAsTheyWentInAsTheRingGrowsInNumberAndInSize() {
    for (int number = 0; number < 700; number++) {
      make(packet, number);
      flying.add(packet, 10L * number);
    }

    assertThat(flying.look()).isTrue();
    for (int number = 0; number < 700; number++) {
      assertThat(flying.arrivalPs()).isEqualTo(10L * number);
      flying.take(packet);
      check(packet, number);
    }
    assertThat(flying.isEmpty()).isTrue();
  }

  @Test
  void whatIsAddedIsNotThereUntilOneLooks() {
    make(packet, 1);
    flying.add(packet, 5);

    assertThat(flying.isEmpty()).isTrue();
    assertThat(flying.look()).isTrue();
    assertThat(flying.isEmpty()).isFalse();
  }

  @Test
  void whatTheTakerHasSeenStaysAsTheRingGrows() {
    for (int number = 0; number < 3; number++) {
      make(packet, number);
      flying.add(packet, number);
    }
    assertThat(flying.look()).isTrue();
    flying.take(packet);
    for (int number = 3; number < 20; number++) {
      make(packet, number);
      flying.add(packet, number);
    }
    for (int number = 1; number < 3; number++) {
      assertThat(flying.arrivalPs()).isEqualTo(number);
      flying.take(packet);
      check(packet, number);
    }
    assertThat(flying.isEmpty()).as("of what was seen").isTrue();
    assertThat(flying.look()).isTrue();
    for (int number = 3; number < 20; number++) {
      flying.take(packet);
      check(packet, number);
    }
    assertThat(flying.look()).isFalse();
  }

  @Test
  void whatWasAddedAndTakenIsCounted() {
    assertThat(flying.look()).isFalse();
    for (int bytes : new int[] {100, 250}) {
      packet.setLengths(0, bytes);
      flying.add(packet, 1);
    }
    flying.look();
    flying.take(packet);
    assertThat(flying.added()).isEqualTo(2);
    assertThat(flying.taken()).isEqualTo(1);
    assertThat(flying.takenBytes()).isEqualTo(100);
    flying.take(packet);
    assertThat(flying.takenBytes()).isEqualTo(350);
  }

  @Property(tries = 20)
  void oneThreadMayAddWhileAnotherTakes(@ForAll long seed) {
    FramesInFlight shared = new FramesInFlight();
    CompletableFuture<Void> adding =
        CompletableFuture.runAsync(() -> {
          Packet out = new Packet(1);
          for (int number = 0; number < FRAMES; number++) {
            make(out, number);
            shared.add(out, number);
          }
        });
    SplittableRandom random = new SplittableRandom(seed);
    Packet in = new Packet(1);
    int next = 0;
    while (next < FRAMES) {
      shared.look();
      for (int most = random.nextInt(100); most > 0 && !shared.isEmpty(); most--) {
        assertThat(shared.arrivalPs()).isEqualTo(next);
        shared.take(in);
        check(in, next++);
      }
    }
    adding.join();
  }
}
