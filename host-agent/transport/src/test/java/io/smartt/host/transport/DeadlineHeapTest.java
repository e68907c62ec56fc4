package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.Smartt;
import io.smartt.host.pathing.Reps;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link DeadlineHeap}. */
class DeadlineHeapTest {
  private static final int CONNECTIONS = 100;

  private final DeadlineHeap heap = new DeadlineHeap();

  static SendConnection connection(int id) {
    Destination self = new Destination(1, 1);
    TransportSettings settings = TransportSettings.DEFAULT;
    return new SendConnection(
        id,
        new Destination(2, 2),
        new FrameWriter(self, settings),
        Pair.PATH,
        new Smartt(Smartt.Settings.PAPER).controller(10_000_000, 80_000_000_000L, 4160),
        new Reps(10, 10_000_000, new SplittableRandom(1)),
        settings,
        0,
        new TransportCounters(),
        new TransportListener() {});
  }

  @Test
  void withoutConnectionsThereIsNoDeadline() {
    assertThat(heap.earliestPs()).isEqualTo(Long.MAX_VALUE);
    heap.schedule(connection(1), Long.MAX_VALUE);
    assertThat(heap.earliestPs()).isEqualTo(Long.MAX_VALUE);
  }

  /** Deadlines come, go and move either way, few different ones among them. */
  @Test
  void theFirstIsAnEarliestOfAll() {
    SplittableRandom random = new SplittableRandom(7);
    List<SendConnection> all = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      all.add(connection(i));
    }
    for (int i = 0; i < 20_000; i++) {
      SendConnection moved = all.get(random.nextInt(CONNECTIONS));
      boolean ends = random.nextInt(3) == 0;
      heap.schedule(moved, ends ? Long.MAX_VALUE : random.nextLong(1 + random.nextLong(1, 500)));
      long earliest =
          all.stream().mapToLong(connection -> connection.deadlinePs).min().orElseThrow();
      assertThat(heap.earliestPs()).isEqualTo(earliest);
      if (earliest != Long.MAX_VALUE) {
        assertThat(heap.first().deadlinePs).isEqualTo(earliest);
      }
      assertThat(moved.heapIndex >= 0).isEqualTo(!ends);
    }
    List<Long> inTurn = new ArrayList<>();
    while (heap.earliestPs() != Long.MAX_VALUE) {
      inTurn.add(heap.earliestPs());
      heap.schedule(heap.first(), Long.MAX_VALUE);
    }
    assertThat(inTurn).isSorted().hasSizeGreaterThan(CONNECTIONS / 2);
  }
}
