package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests of {@link ReceiveWindow}. */
class ReceiveWindowTest {
  @Test
  void inOrderPacketsMoveTheCumulativePoint() {
    ReceiveWindow window = new ReceiveWindow(10);
    window.accept(10);
    window.accept(11);
    assertThat(window.next()).isEqualTo(12);
    assertThat(window.outOfOrder()).isZero();
    assertThat(window.classify(11)).isEqualTo(ReceiveWindow.DUPLICATE);
    assertThat(window.classify(9)).as("before the first").isEqualTo(ReceiveWindow.OUTSIDE);
  }

  @Test
  void bitmapShowsWhatArrivedBeyondAHole() {
    ReceiveWindow window = new ReceiveWindow(60);
    window.accept(61);
    window.accept(64);
    assertThat(window.next()).isEqualTo(60);
    assertThat(window.bitmap(60)).isEqualTo(0b10010);
    assertThat(window.bitmap(64)).isEqualTo(1);
    window.accept(60);
    assertThat(window.next()).isEqualTo(62);
    assertThat(window.bitmap(62)).isEqualTo(0b100);
  }

  @Test
  void packetsTooFarAheadOrBehindAreOutside() {
    ReceiveWindow window = new ReceiveWindow(0);
    for (int i = 0; i < 20_000; i++) {
      window.accept(i);
    }
    assertThat(window.classify(20_000 + SendWindow.MAX_SPAN - 1)).isEqualTo(ReceiveWindow.NEW);
    assertThat(window.classify(20_000 + SendWindow.MAX_SPAN)).isEqualTo(ReceiveWindow.OUTSIDE);
    assertThat(window.classify(20_000 - SendWindow.MAX_SPAN)).isEqualTo(ReceiveWindow.DUPLICATE);
    assertThat(window.classify(19_999 - SendWindow.MAX_SPAN)).isEqualTo(ReceiveWindow.OUTSIDE);
  }

  @Test
  void packetNumbersUnwrapAcrossTheirEnd() {
    ReceiveWindow window = new ReceiveWindow(0xffffffffL);
    assertThat(window.unwrap(-1)).isEqualTo(0xffffffffL);
    assertThat(window.unwrap(3)).isEqualTo(0x100000003L);
    assertThat(window.unwrap(-5)).isEqualTo(0xfffffffbL);
  }

  @Property(tries = 300)
  void agreesWithASetOfNumbers(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long first = random.nextLong(1L << 32);
    ReceiveWindow window = new ReceiveWindow(first);
    Set<Long> arrived = new HashSet<>();
    long next = first;
    int spread = 1 + random.nextInt(700);
    for (int i = 0; i < 1500; i++) {
      long sequence = next + random.nextInt(spread) - random.nextInt(5);
      if (sequence < first) {
        continue;
      }
      boolean known = arrived.contains(sequence);
      assertThat(window.classify(sequence))
          .isEqualTo(known ? ReceiveWindow.DUPLICATE : ReceiveWindow.NEW);
      if (!known) {
        window.accept(sequence);
        arrived.add(sequence);
      }
      while (arrived.contains(next)) {
        next++;
      }
      assertThat(window.next()).isEqualTo(next);
      long from = next + random.nextInt(spread);
      long bitmap = window.bitmap(from);
      for (int bit = 0; bit < 64; bit++) {
        assertThat(((bitmap >>> bit) & 1) == 1).isEqualTo(arrived.contains(from + bit));
      }
    }
    assertThat(window.outOfOrder()).isEqualTo((int) (arrived.size() - (next - first)));
  }
}
