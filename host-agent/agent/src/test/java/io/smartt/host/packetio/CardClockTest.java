package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.host.packetio.NicStamping.PtpClock;
import io.smartt.host.packetio.NicStamping.PtpClock.CardClock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** A card whose clock runs fast, and is set now and then. */
class CardClockTest {
  private static final long SECOND_NS = 1_000_000_000L;
  private static final long UNIX_NS = 1_790_000_000L * SECOND_NS;
  private static final long FAST_PER_SECOND_NS = 50_000;

  private long nowNs;
  private long setBackNs;
  private int looks;

  private long cardNs() {
    return 37 * SECOND_NS
        + nowNs
        + nowNs / SECOND_NS * FAST_PER_SECOND_NS
        + nowNs % SECOND_NS * FAST_PER_SECOND_NS / SECOND_NS
        - setBackNs;
  }

  private CardClock clock() {
    return new CardClock(() -> {
      looks++;
      return new CardClock.Look(cardNs(), UNIX_NS + nowNs);
    });
  }

  @Test
  void aStampIsToldInTheSystemsTimeWhileTheClocksRunApart() {
    CardClock clock = clock();
    for (int step = 0; step < 500; step++) {
      nowNs += SECOND_NS / 50;
      // Before two looks, the rate at which they run apart is not known.
      long known = nowNs > 2 * SECOND_NS ? 100 : FAST_PER_SECOND_NS + 1;
      assertThat(clock.unixNs(cardNs())).isCloseTo(UNIX_NS + nowNs, within(known));
    }
    assertThat(looks).isBetween(8, 11);
  }

  @Test
  void aClockThatIsSetIsLookedAtAnew() {
    CardClock clock = clock();
    nowNs = SECOND_NS / 2;
    long before = cardNs();
    setBackNs = 20 * SECOND_NS;
    assertThat(clock.unixNs(cardNs())).isEqualTo(UNIX_NS + nowNs);
    assertThat(clock.unixNs(before)).isEqualTo(FrameBatch.NO_STAMP);
    nowNs += SECOND_NS / 10;
    assertThat(clock.unixNs(cardNs())).isCloseTo(UNIX_NS + nowNs, within(10_000L));
  }

  @Test
  void theClosestOfSeveralLooksCounts() {
    try (Arena arena = Arena.ofConfined()) {
      long[] ns = {0, 700, 2_000, 2_600, 2_900, 3_900, 5_000};
      MemorySegment times = arena.allocate(ns.length * 16L, 8);
      for (int i = 0; i < ns.length; i++) {
        times.set(JAVA_LONG, i * 16L, 7);
        times.set(JAVA_INT, i * 16L + 8, (int) ns[i]);
      }
      assertThat(PtpClock.closest(times, 3))
          .isEqualTo(new CardClock.Look(7 * SECOND_NS + 2_600, 7 * SECOND_NS + 2_450));
    }
  }

  @Test
  void theCardsStampGoesBeforeTheKernels() {
    try (Arena arena = Arena.ofConfined()) {
      FrameBatch batch = new FrameBatch(arena, 1, 64, true, ns -> ns + 5);
      MemorySegment notes = notes(batch);
      notes.set(JAVA_LONG, 0, 32);
      notes.set(JAVA_INT, 8, PacketDescriptor.SOL_SOCKET);
      notes.set(JAVA_INT, 12, PacketDescriptor.SO_TIMESTAMPNS);
      notes.set(JAVA_LONG, 16, 3);
      notes.set(JAVA_LONG, 24, 400);
      notes.set(JAVA_LONG, 32, 64);
      notes.set(JAVA_INT, 40, PacketDescriptor.SOL_SOCKET);
      notes.set(JAVA_INT, 44, PacketDescriptor.SO_TIMESTAMPING);
      batch.readNotes(0);
      assertThat(batch.stampNs()).as("the card's is zero").isEqualTo(3 * SECOND_NS + 400);
      notes.set(JAVA_LONG, 48 + 32, 2);
      notes.set(JAVA_LONG, 48 + 40, 100);
      batch.readNotes(0);
      assertThat(batch.stampNs()).isEqualTo(2 * SECOND_NS + 105);
    }
  }

  /** Offsets at which the kernel writes the stamps, by its header. */
  @SuppressWarnings("restricted")
  private static MemorySegment notes(FrameBatch batch) {
    return batch.from(0).get(ADDRESS, 32).reinterpret(128);
  }
}
