package io.smartt.virtual.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.virtual.simulation.EventQueue.ArrivalNotice;
import io.smartt.virtual.simulation.EventQueue.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests of {@link Simulation}. */
class SimulationTest {
  private static final long NEVER = Long.MAX_VALUE - 1;

  /** A node that passes what it gets on to others, over a cable from each to each. */
  private static final class Relay {
    private final EventQueue eventQueue;
    private final SplittableRandom random;
    private final int index;
    private final List<Cable> cables = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private List<Relay> others = List.of();

    /** From one relay to this one; like a link, it has one sender and keeps order. */
    private final class Cable extends Event {
      private final ConcurrentLinkedQueue<long[]> sent = new ConcurrentLinkedQueue<>();
      private final ArrayDeque<long[]> seen = new ArrayDeque<>();
      private final ArrivalNotice arrivals;
      private final long latencyPs;

      Cable(long latencyPs) {
        super(eventQueue, cables.size());
        this.latencyPs = latencyPs;
        arrivals = eventQueue.register(this::drain);
      }

      private void drain() {
        for (long[] one = sent.poll(); one != null; one = sent.poll()) {
          seen.add(one);
        }
        awaitNext();
      }

      private void awaitNext() {
        if (!isScheduled() && !seen.isEmpty()) {
          eventQueue.schedule(this, seen.element()[0]);
        }
      }

      @Override
      protected void fire(long nowPs) {
        long number = seen.remove()[1];
        awaitNext();
        receive(number, nowPs);
      }
    }

    Relay(Simulation simulation, int index, int relays, long seed) {
      this.index = index;
      eventQueue = simulation.newEventQueue();
      random = new SplittableRandom(seed);
      for (int i = 0; i < relays; i++) {
        cables.add(new Cable(100 + random.nextInt(1_000)));
      }
    }

    void receive(long number, long nowPs) {
      log.add(number + "@" + nowPs);
      if (number % 1_000 < 300) {
        Cable to = others.get(random.nextInt(others.size())).cables.get(index);
        send(to, nowPs + to.latencyPs, number + 1);
      }
    }

    private void send(Cable to, long arrivalPs, long number) {
      to.sent.add(new long[] {arrivalPs, number});
      to.arrivals.sent(eventQueue, arrivalPs);
    }
  }

  /**
   * What each relay got, and when.
   *
   * @param windows counts those that were shared among threads
   */
  private static List<List<String>> relayed(int threads, long seed, AtomicInteger windows) {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try (pool) {
      TaskRunner tasks =
          (count, task) -> {
            windows.incrementAndGet();
            pool.submit(() -> IntStream.range(0, count).parallel().forEach(task)).join();
          };
      Simulation simulation = new Simulation(tasks, 1, 1, threads == 1 ? Long.MAX_VALUE : 1);
      simulation.arrivesAfter(100);
      List<Relay> relays = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        relays.add(new Relay(simulation, i, 20, seed + i));
      }
      for (Relay relay : relays) {
        relay.others = relays;
      }
      for (int i = 0; i < 200; i++) {
        Relay relay = relays.get(i % relays.size());
        relay.send(relay.cables.get(relay.index), 0, 1_000L * i);
      }
      while (simulation.advance(NEVER)) {
        // to the end
      }
      return relays.stream().map(relay -> relay.log).toList();
    }
  }

  @Property(tries = 5)
  void givesTheSameOnAnyNumberOfThreads(@ForAll long seed) {
    AtomicInteger windows = new AtomicInteger();
    List<List<String>> alone = relayed(1, seed, windows);

    assertThat(alone.stream().mapToInt(List::size).sum()).isEqualTo(200 * 301);
    assertThat(windows).hasValue(0);
    assertThat(relayed(4, seed, windows)).isEqualTo(alone);
    assertThat(windows).hasValueGreaterThan(100);
  }

  @Test
  void aWindowIsSharedIfTheOneBeforeHadAThousandEvents() {
    List<Integer> shared = new ArrayList<>();
    Simulation simulation =
        new Simulation(
            (count, task) -> {
              shared.add(count);
              TaskRunner.SEQUENTIAL.run(count, task);
            },
            1,
            1);
    simulation.arrivesAfter(10);
    EventQueue eventQueue = simulation.newEventQueue();
    List<Long> fired = new ArrayList<>();
    for (int i = 0; i < 999; i++) {
      eventQueue.schedule(event(eventQueue, fired), 0);
    }
    for (int i = 0; i < 1_000; i++) {
      eventQueue.schedule(event(eventQueue, fired), 20);
    }
    eventQueue.schedule(event(eventQueue, fired), 40);
    eventQueue.schedule(event(eventQueue, fired), 60);

    simulation.advance(NEVER);
    simulation.advance(NEVER);
    assertThat(shared).as("999 events before").isEmpty();
    simulation.advance(NEVER);
    assertThat(shared).as("1,000 events before").containsExactly(1);
    simulation.advance(NEVER);
    assertThat(shared).as("one event before").containsExactly(1);
    assertThat(fired).hasSize(2_001);
  }

  @Test
  void aWindowIsAsLongAsWhatIsSentTakesAtLeast() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    simulation.arrivesAfter(70);
    simulation.arrivesAfter(50);
    List<Long> fired = new ArrayList<>();
    EventQueue eventQueue = simulation.newEventQueue();
    for (long timePs : new long[] {10, 59, 60}) {
      eventQueue.schedule(event(eventQueue, fired), timePs);
    }

    assertThat(simulation.advance(NEVER)).isTrue();

    assertThat(fired).containsExactly(10L, 59L);
    assertThat(simulation.nowPs()).isEqualTo(10);
  }

  @Test
  void aChangeIsMadeBeforeWhatHappensThenAndAfterAllBefore() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    simulation.arrivesAfter(1_000);
    List<Long> log = new ArrayList<>();
    EventQueue eventQueue = simulation.newEventQueue();
    eventQueue.schedule(event(eventQueue, log), 9);
    eventQueue.schedule(event(eventQueue, log), 10);
    simulation.at(10, () -> log.add(-1L));
    simulation.at(10, () -> log.add(-2L));

    while (simulation.advance(NEVER)) {
      // to the end
    }

    assertThat(log).containsExactly(9L, -1L, -2L, 10L);
  }

  @Test
  void doesNotBeginAWindowAfterTheLimit() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    List<Long> fired = new ArrayList<>();
    EventQueue eventQueue = simulation.newEventQueue();
    eventQueue.schedule(event(eventQueue, fired), 100);

    assertThat(simulation.advance(99)).isFalse();
    assertThat(simulation.nowPs()).isEqualTo(100);
    assertThat(simulation.advance(100)).isTrue();
    assertThat(simulation.advance(NEVER)).isFalse();

    assertThat(fired).containsExactly(100L);
    assertThat(simulation.nowPs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aStepEndsAtItsLimitThoughItsWindowIsLonger() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    List<Long> fired = new ArrayList<>();
    EventQueue eventQueue = simulation.newEventQueue();
    for (long timePs : new long[] {10, 20, 21}) {
      eventQueue.schedule(event(eventQueue, fired), timePs);
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
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    List<Long> fired = new ArrayList<>();
    EventQueue eventQueue = simulation.newEventQueue();
    eventQueue.schedule(event(eventQueue, fired), 10);

    simulation.runUntil(100);

    assertThat(fired).containsExactly(10L);
    assertThat(eventQueue.nowPs()).isEqualTo(100);
  }

  @Test
  void refusesWhatArrivesTheMomentItIsSent() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);

    assertThatThrownBy(() -> simulation.arrivesAfter(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the moment it is sent");
  }

  private static Event event(EventQueue eventQueue, List<Long> fired) {
    return new Event(eventQueue, eventQueue.place()) {
      @Override
      protected void fire(long nowPs) {
        fired.add(nowPs);
      }
    };
  }

  /**
   * A link that flaps every microsecond must not keep who runs this from seeing that it should
   * stop.
   */
  @Test
  void manyChangesInFrontOfAnEventAreMadeInParts() {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    EventQueue queue = simulation.newEventQueue();
    AtomicInteger fired = new AtomicInteger();
    queue.schedule(
        new Event(queue, 0) {
          @Override
          protected void fire(long nowPs) {
            fired.incrementAndGet();
          }
        },
        1_000_000);
    for (int change = 0; change < 2_500; change++) {
      simulation.at(change, () -> {});
    }

    assertThat(simulation.advance(NEVER)).isTrue();
    assertThat(simulation.happened()).isEqualTo(1_000);
    assertThat(simulation.nowPs()).isEqualTo(1_000);
    assertThat(simulation.advance(NEVER)).isTrue();
    assertThat(fired).hasValue(0);
    assertThat(simulation.advance(NEVER)).isTrue();
    assertThat(fired).hasValue(1);
    assertThat(simulation.happened()).isEqualTo(2_501);
    assertThat(simulation.advance(NEVER)).isFalse();
  }
}
