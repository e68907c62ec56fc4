package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.transport.OutgoingMessages.OutgoingMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link SendWindow}. */
@Timeout(60)
class SendWindowTest {
  @Test
  void entropiesInFlightAreThoseOfTheNewestPacketsOnce() {
    SendWindow window = new SendWindow(5);
    OutgoingMessage message = new OutgoingMessage(1, 6000, PayloadSource.COUNTED, 1000);
    for (int entropy : new int[] {7, 8, 7, 9}) {
      window.sendNew(0, message, 0, 100, entropy);
    }
    int[] values = new int[4];

    assertThat(window.inFlightEntropies(values)).isEqualTo(3);
    assertThat(values).startsWith(9, 7, 8);

    window.acknowledge(8);
    window.lose(6, true);
    assertThat(window.inFlightEntropies(values)).isEqualTo(1);
    assertThat(values).startsWith(7);
    assertThat(window.inFlightEntropies(new int[0])).isZero();
  }

  /** Sixteen is what the window begins with, so that its newest and its oldest are neighbours. */
  @Test
  void entropiesInFlightAreThoseOfAllPacketsFromTheNewestOn() {
    SendWindow window = new SendWindow(5);
    for (int entropy = 0; entropy < 16; entropy++) {
      window.sendNew(0, message(), 0, 100, entropy);
    }
    int[] newest = new int[1];
    assertThat(window.inFlightEntropies(newest)).isEqualTo(1);
    assertThat(newest).containsExactly(15);
    int[] all = new int[20];
    assertThat(window.inFlightEntropies(all)).isEqualTo(16);
    assertThat(all).startsWith(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  }

  private static OutgoingMessage message() {
    return new OutgoingMessage(1, 1_000_000, PayloadSource.COUNTED, 1000);
  }

  @Test
  void ofTimesSentAndTimedOut255AreCounted() {
    SendWindow window = new SendWindow(5);
    window.sendNew(0, message(), 0, 100, 7);
    for (int i = 1; i <= 300; i++) {
      assertThat(window.transmissions(5)).isEqualTo(Math.min(255, i));
      assertThat(window.timeouts(5)).isEqualTo(Math.min(255, i - 1));
      window.lose(5, true);
      assertThat(window.firstLost()).isEqualTo(5);
      window.sendLost(i, 7);
    }
    assertThat(window.entropy(5)).isEqualTo(7);
    assertThat(window.frameBytes(5)).isEqualTo(100);
  }

  @Test
  void aWindowIsFullWithAllThatItSpans() {
    SendWindow window = new SendWindow(5);
    OutgoingMessage message = message();
    for (int i = 0; i < SendWindow.MAX_SPAN; i++) {
      assertThat(window.isFull()).isFalse();
      window.sendNew(i, message, i, 100, 7);
    }
    assertThat(window.isFull()).isTrue();
    assertThat(window.part(5)).isZero();
    assertThat(window.part(window.next() - 1)).isEqualTo(SendWindow.MAX_SPAN - 1);
    window.acknowledge(5);
    assertThat(window.isFull()).isTrue();
    window.advance();
    assertThat(window.isFull()).isFalse();
  }

  @Test
  void whatIsAcknowledgedIsForgotten() {
    SendWindow window = new SendWindow(5);
    window.sendNew(0, message(), 0, 100, 7);
    window.acknowledge(5);
    window.advance();
    assertThatThrownBy(() -> window.message(5)).hasMessage("packet 5 is not in the window");
  }

  @Test
  void aBitmapIsOfPacketsThatWereSentIfItsFirstAndItsLastWere() {
    SendWindow window = new SendWindow(5);
    for (int i = 0; i < 10; i++) {
      window.sendNew(0, message(), i, 100, 7);
    }
    assertThat(window.wereSent(5, 0b11_1111_1111)).isTrue();
    assertThat(window.wereSent(5, 0b100_0000_0000)).isFalse();
    assertThat(window.wereSent(4, 1)).isFalse();
    assertThat(window.wereSent(1000, 0)).as("it names none").isTrue();
  }

  /** A packet, as a list of packets would have it. */
  private static final class Known {
    final OutgoingMessage message;
    final int part;
    final int bytes;
    int entropy;
    long sentPs;
    int transmissions = 1;
    int timeouts;
    boolean inFlight = true;
    boolean lost;
    boolean acknowledged;

    Known(OutgoingMessage message, int part, int bytes, int entropy, long sentPs) {
      this.message = message;
      this.part = part;
      this.bytes = bytes;
      this.entropy = entropy;
      this.sentPs = sentPs;
    }
  }

  /** Sequence numbers that the low 32 bits run over, and none; few packets and many at a time. */
  @ParameterizedTest
  @CsvSource({"0, 4", "5, 40", "4294967200, 200", "4294967295, 40"})
  void agreesWithAListOfPackets(long first, int most) {
    SplittableRandom random = new SplittableRandom(first + most);
    SendWindow window = new SendWindow(first);
    TreeMap<Long, Known> packets = new TreeMap<>();
    List<Long> losses = new ArrayList<>();
    long base = first;
    long next = first;
    for (long now = 1; now < 1000; now++) {
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> {
          for (int i = random.nextInt(1 + most / 4); i >= 0 && next - base < most; i--) {
            Known packet =
                new Known(
                    message(),
                    random.nextInt(1000),
                    random.nextInt(1 << 16),
                    random.nextInt(1 << 16),
                    now);
            assertThat(
                    window.sendNew(now, packet.message, packet.part, packet.bytes, packet.entropy))
                .isEqualTo(next);
            packets.put(next++, packet);
          }
        }
        case 4, 5 -> {
          for (long at : some(packets, random, packet -> packet.inFlight)) {
            boolean timedOut = random.nextBoolean();
            window.lose(at, timedOut);
            Known packet = known(packets, at);
            packet.inFlight = false;
            packet.lost = true;
            packet.timeouts += timedOut ? 1 : 0;
            losses.add(at);
          }
        }
        case 6, 7 -> {
          while (!losses.isEmpty() && random.nextInt(5) > 0) {
            int entropy = random.nextInt(1 << 16);
            long at = losses.removeFirst();
            assertThat(window.firstLost()).isEqualTo(at);
            assertThat(window.sendLost(now, entropy)).isEqualTo(at);
            Known packet = known(packets, at);
            packet.lost = false;
            packet.inFlight = true;
            packet.transmissions++;
            packet.entropy = entropy;
            packet.sentPs = now;
          }
        }
        case 8, 9, 10 -> {
          for (long at : some(packets, random, packet -> !packet.acknowledged)) {
            Known packet = known(packets, at);
            assertThat(window.acknowledge(at)).isEqualTo(packet.bytes);
            packet.acknowledged = true;
            packet.inFlight = false;
            packet.lost = false;
            losses.remove(at);
          }
          if (random.nextBoolean()) {
            window.advance();
            while (base < next && known(packets, base).acknowledged) {
              packets.remove(base++);
            }
          }
        }
        default -> {
          if (random.nextInt(8) == 0) {
            long from = base - 2 + random.nextLong(next - base + 4);
            window.goBackTo(from);
            packets.tailMap(from).values().stream()
                .filter(packet -> packet.inFlight)
                .forEach(packet -> {
                  packet.inFlight = false;
                  packet.lost = true;
                });
            losses.clear();
            packets.forEach((at, packet) -> {
              if (packet.lost) {
                losses.add(at);
              }
            });
          }
        }
      }
      check(window, first, base, next, packets, losses, random);
    }
  }

  /** Some of the packets that have a property. */
  private static List<Long> some(
      Map<Long, Known> packets, SplittableRandom random, Predicate<Known> property) {
    List<Long> all = new ArrayList<>();
    packets.forEach((at, packet) -> {
      if (property.test(packet)) {
        all.add(at);
      }
    });
    List<Long> some = new ArrayList<>();
    for (int i = random.nextInt(1 + all.size()); i > 0; i--) {
      some.add(all.remove(random.nextInt(all.size())));
    }
    return some;
  }

  private static Known known(Map<Long, Known> packets, long at) {
    return Objects.requireNonNull(packets.get(at));
  }

  private static void check(
      SendWindow window,
      long first,
      long base,
      long next,
      Map<Long, Known> packets,
      List<Long> losses,
      SplittableRandom random) {
    assertThat(window.first()).isEqualTo(first);
    assertThat(window.base()).isEqualTo(base);
    assertThat(window.next()).isEqualTo(next);
    assertThat(window.isEmpty()).isEqualTo(base == next);
    assertThat(window.firstLost()).isEqualTo(losses.isEmpty() ? -1 : losses.getFirst());
    long inFlight = 0;
    long lost = 0;
    Map<OutgoingMessage, Boolean> seen = new HashMap<>();
    for (Map.Entry<Long, Known> one : packets.entrySet()) {
      long at = one.getKey();
      Known packet = one.getValue();
      inFlight += packet.inFlight ? packet.bytes : 0;
      lost += packet.lost ? packet.bytes : 0;
      assertThat(window.isInFlight(at)).isEqualTo(packet.inFlight);
      assertThat(window.isAcknowledged(at)).isEqualTo(packet.acknowledged);
      assertThat(window.frameBytes(at)).isEqualTo(packet.bytes);
      assertThat(window.entropy(at)).isEqualTo(packet.entropy);
      assertThat(window.sentPs(at)).isEqualTo(packet.sentPs);
      assertThat(window.transmissions(at)).isEqualTo(Math.min(255, packet.transmissions));
      assertThat(window.timeouts(at)).isEqualTo(Math.min(255, packet.timeouts));
      assertThat(window.message(at)).isSameAs(packet.message);
      assertThat(window.part(at)).isEqualTo(packet.part);
      seen.put(packet.message, true);
    }
    assertThat(window.inFlightBytes()).isEqualTo(inFlight);
    assertThat(window.lostBytes()).isEqualTo(lost);
    window.forEachMessage(message -> assertThat(seen.remove(message)).isTrue());
    assertThat(seen).isEmpty();
    assertThat(window.wasSent(first - 1)).isFalse();
    assertThat(window.wasSentUpTo(first - 1)).isTrue();
    assertThat(window.wasSentUpTo(first - 2)).isFalse();
    assertThat(window.wasSent(first)).isEqualTo(next > first);
    assertThat(window.wasSent(next)).isFalse();
    assertThat(window.wasSentUpTo(next - 1)).isTrue();
    assertThat(window.wasSentUpTo(next)).isFalse();
    assertThat(window.isAcknowledged(next)).isFalse();
    long near = base + random.nextLong(-1 << 20, 1 << 20);
    assertThat(window.unwrap((int) near)).isEqualTo(near);
    long from = base + random.nextLong(next - base + 1);
    long bitmap = random.nextLong();
    long news = bitmap;
    for (int i = 0; i < Long.SIZE; i++) {
      Known packet = packets.get(from + i);
      if (packet != null && packet.acknowledged) {
        news &= ~(1L << i);
      }
    }
    assertThat(window.news(from, bitmap)).isEqualTo(news);
  }
}
