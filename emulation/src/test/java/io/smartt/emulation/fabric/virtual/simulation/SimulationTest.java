package io.smartt.emulation.fabric.virtual.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.emulation.concurrent.TaskRunner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests of {@link Simulation}. */
class SimulationTest {
  private static final long NEVER = Long.MAX_VALUE - 1;

  /** A node that passes what it gets on to others, which takes some time. */
  private static final class Relay {
    private final Timeline timeline;
    private final SplittableRandom random;
    private final ConcurrentLinkedQueue<long[]> sent = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Arrival> idle = new ArrayDeque<>();
    private final List<String> log = new ArrayList<>();
    private List<Relay> others = List.of();

    private final class Arrival extends Event {
      private long number;

      Arrival() {
        super(timeline);
      }

      @Override
      protected void fire(long nowPs) {
        idle.push(this);
        receive(number, nowPs);
      }
    }

    Relay(Simulation simulation, long seed) {
      timeline = simulation.newTimeline();
      random = new SplittableRandom(seed);
      for (int i = 0; i < 1_000; i++) {
        idle.push(new Arrival());
      }
      timeline.admit(this::open);
    }

    private void open() {
      List<long[]> come = new ArrayList<>();
      for (long[] one = sent.poll(); one != null; one = sent.poll()) {
        come.add(one);
      }
      // As a link has one sender, so its order is given; here there are several.
      come.sort((a, b) -> Long.compare(a[1], b[1]));
      for (long[] one : come) {
        Arrival arrival = idle.pop();
        arrival.number = one[1];
        timeline.schedule(arrival, one[0]);
      }
    }

    void receive(long number, long nowPs) {
      log.add(number + "@" + nowPs);
      if (number % 1_000 < 300) {
        Relay to = others.get(random.nextInt(others.size()));
        long arrivalPs = nowPs + 100 + random.nextInt(1_000);
        to.sent.add(new long[] {arrivalPs, number + 1});
        timeline.sent(arrivalPs);
      }
    }
  }

  private static List<List<String>> relayed(int threads, long seed) {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try (pool) {
      Simulation simulation =
          new Simulation((count, task) ->
              pool.submit(() -> IntStream.range(0, count).parallel().forEach(task)).join());
      simulation.arrivesAfter(100);
      List<Relay> relays = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        relays.add(new Relay(simulation, seed + i));
      }
      for (Relay relay : relays) {
        relay.others = relays;
      }
      for (int i = 0; i < 200; i++) {
        Relay relay = relays.get(i % relays.size());
        relay.sent.add(new long[] {0, 1_000L * i});
        relay.timeline.sent(0);
      }
      while (simulation.advance(NEVER)) {
        // to the end
      }
      return relays.stream().map(relay -> relay.log).toList();
    }
  }

  @Property(tries = 5)
  void givesTheSameOnAnyNumberOfThreads(@ForAll long seed) {
    List<List<String>> alone = relayed(1, seed);

    assertThat(alone.stream().mapToInt(List::size).sum()).isEqualTo(200 * 301);
    assertThat(relayed(4, seed)).isEqualTo(alone);
  }

  @Test
  void aWindowIsAsLongAsWhatIsSentTakesAtLeast() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL);
    simulation.arrivesAfter(70);
    simulation.arrivesAfter(50);
    List<Long> fired = new ArrayList<>();
    Timeline timeline = simulation.newTimeline();
    for (long timePs : new long[] {10, 59, 60}) {
      timeline.schedule(event(timeline, fired), timePs);
    }

    assertThat(simulation.advance(NEVER)).isTrue();

    assertThat(fired).containsExactly(10L, 59L);
    assertThat(simulation.nowPs()).isEqualTo(10);
  }

  @Test
  void aChangeIsMadeBeforeWhatHappensThenAndAfterAllBefore() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL);
    simulation.arrivesAfter(1_000);
    List<Long> log = new ArrayList<>();
    Timeline timeline = simulation.newTimeline();
    timeline.schedule(event(timeline, log), 9);
    timeline.schedule(event(timeline, log), 10);
    simulation.at(10, () -> log.add(-1L));
    simulation.at(10, () -> log.add(-2L));

    while (simulation.advance(NEVER)) {
      // to the end
    }

    assertThat(log).containsExactly(9L, -1L, -2L, 10L);
  }

  @Test
  void doesNotBeginAWindowAfterTheLimit() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL);
    List<Long> fired = new ArrayList<>();
    Timeline timeline = simulation.newTimeline();
    timeline.schedule(event(timeline, fired), 100);

    assertThat(simulation.advance(99)).isFalse();
    assertThat(simulation.nowPs()).isEqualTo(100);
    assertThat(simulation.advance(100)).isTrue();
    assertThat(simulation.advance(NEVER)).isFalse();

    assertThat(fired).containsExactly(100L);
    assertThat(simulation.nowPs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aStepEndsAtItsLimitThoughItsWindowIsLonger() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL);
    List<Long> fired = new ArrayList<>();
    Timeline timeline = simulation.newTimeline();
    for (long timePs : new long[] {10, 20, 21}) {
      timeline.schedule(event(timeline, fired), timePs);
    }

    assertThat(simulation.step(20)).isTrue();
    assertThat(fired).containsExactly(10L, 20L);
    assertThat(simulation.step(20)).isFalse();
    assertThat(simulation.isBusy()).isTrue();
    assertThat(simulation.step(Long.MAX_VALUE)).isTrue();

    assertThat(fired).containsExactly(10L, 20L, 21L);
    assertThat(simulation.step(Long.MAX_VALUE)).isFalse();
    assertThat(simulation.isBusy()).isFalse();
  }

  @Test
  void timeThatPassesWithoutEventsPassesAllTheSame() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL);
    List<Long> fired = new ArrayList<>();
    Timeline timeline = simulation.newTimeline();
    timeline.schedule(event(timeline, fired), 10);

    simulation.runUntil(100);

    assertThat(fired).containsExactly(10L);
    assertThat(timeline.nowPs()).isEqualTo(100);
  }

  @Test
  void refusesWhatArrivesTheMomentItIsSent() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL);

    assertThatThrownBy(() -> simulation.arrivesAfter(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the moment it is sent");
  }

  private static Event event(Timeline timeline, List<Long> fired) {
    return new Event(timeline) {
      @Override
      protected void fire(long nowPs) {
        fired.add(nowPs);
      }
    };
  }
}
