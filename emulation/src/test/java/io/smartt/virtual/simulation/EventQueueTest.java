package io.smartt.virtual.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.virtual.simulation.EventQueue.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests of {@link EventQueue}. */
class EventQueueTest {
  private record Due(int rank, long timePs) {}

  private static long order(Due due) {
    return new EventQueue.TieOrder(1, 0).of(due.rank(), due.timePs());
  }

  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final EventQueue eventQueue = simulation.newEventQueue();
  private final List<String> log = new ArrayList<>();
  private int made;

  private Event named(String name) {
    return new Event(eventQueue, made++) {
      @Override
      protected void fire(long nowPs) {
        log.add(name + "@" + nowPs);
      }
    };
  }

  private void runAll() {
    while (simulation.advance(Long.MAX_VALUE - 1)) {
      // fire everything
    }
  }

  @Test
  void firesInOrderOfTime() {
    eventQueue.schedule(named("late"), 20);
    eventQueue.schedule(named("early"), 10);

    runAll();

    assertThat(log).containsExactly("early@10", "late@20");
    assertThat(eventQueue.nowPs()).isEqualTo(20);
  }

  @Test
  void preparesForAWindowInWhichSomethingIsDue() {
    simulation.arrivesAfter(100);
    eventQueue.beforeWindow(() -> log.add("window"));
    EventQueue other = simulation.newEventQueue();
    Event elsewhere =
        new Event(other, made++) {
          @Override
          protected void fire(long nowPs) {
            log.add("elsewhere");
          }
        };
    other.schedule(elsewhere, 250);
    eventQueue.schedule(named("first"), 10);
    eventQueue.schedule(named("second"), 50);
    eventQueue.schedule(named("third"), 500);

    runAll();

    assertThat(log)
        .containsExactly("window", "first@10", "second@50", "elsewhere", "window", "third@500");
  }

  /** Ranks, of 50 instants, of two events that are scheduled in one order or the other. */
  private List<String> fiftyTies(boolean swapped) {
    log.clear();
    Simulation fresh = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    EventQueue queue = fresh.newEventQueue();
    List<Event> events = new ArrayList<>();
    for (String name : List.of("one", "other")) {
      events.add(
          new Event(queue, events.size()) {
            @Override
            protected void fire(long nowPs) {
              log.add(name);
            }
          });
    }
    for (long timePs = 1; timePs <= 50; timePs++) {
      queue.schedule(events.get(swapped ? 1 : 0), timePs);
      queue.schedule(events.get(swapped ? 0 : 1), timePs);
      fresh.advance(timePs);
    }
    return List.copyOf(log);
  }

  @Test
  void theOrderOfOneInstantDoesNotDependOnWhoWasScheduledFirst() {
    List<String> order = fiftyTies(false);

    assertThat(fiftyTies(true)).isEqualTo(order);
    assertThat(order).hasSize(100);
    assertThat(IntStream.range(0, 50).filter(i -> order.get(2 * i).equals("one")).count())
        .as("which of the two came first")
        .isBetween(15L, 35L);
  }

  @Test
  void anEventFromOutsideIsFirst() {
    for (int i = 0; i < 20; i++) {
      eventQueue.schedule(named("other"), 5);
    }
    eventQueue.schedule(
        new Event(eventQueue, Event.First.FIRST) {
          @Override
          protected void fire(long nowPs) {
            log.add("outside");
          }
        },
        5);

    runAll();

    assertThat(log).hasSize(21).first().isEqualTo("outside");
  }

  @Test
  void movesAnEventThatIsScheduledAlready() {
    Event moved = named("moved");
    eventQueue.schedule(moved, 5);
    eventQueue.schedule(named("fixed"), 6);
    eventQueue.schedule(moved, 7);

    runAll();

    assertThat(log).containsExactly("fixed@6", "moved@7");
  }

  @Test
  void doesNotFireWhatWasCancelled() {
    Event cancelled = named("cancelled");
    eventQueue.schedule(cancelled, 5);
    eventQueue.cancel(cancelled);

    runAll();

    assertThat(log).isEmpty();
    assertThat(cancelled.isScheduled()).isFalse();
  }

  @Test
  void stopsAtTheLimitWithoutMovingTime() {
    Event beyond = named("beyond");
    eventQueue.schedule(beyond, 100);

    assertThat(simulation.advance(99)).isFalse();

    assertThat(eventQueue.nowPs()).isZero();
    assertThat(beyond.isScheduled()).isTrue();
  }

  @Test
  void refusesThePast() {
    eventQueue.schedule(named("now"), 10);
    runAll();

    assertThatThrownBy(() -> eventQueue.schedule(named("then"), 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("9 ps");
  }

  @Property(tries = 200)
  void agreesWithASortedListUnderAnyMixOfSchedulingMovingAndCancelling(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Simulation all = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    EventQueue mixed = all.newEventQueue();
    List<Integer> fired = new ArrayList<>();
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int number = i;
      events.add(
          new Event(mixed, number) {
            @Override
            protected void fire(long nowPs) {
              fired.add(number);
            }
          });
    }
    Long[] model = new Long[events.size()];
    for (int i = 0; i < 300; i++) {
      int which = random.nextInt(events.size());
      if (random.nextInt(4) == 0) {
        mixed.cancel(events.get(which));
        model[which] = null;
      } else {
        long timePs = random.nextLong(40);
        mixed.schedule(events.get(which), timePs);
        model[which] = timePs;
      }
    }
    List<Due> expected = new ArrayList<>();
    for (int i = 0; i < model.length; i++) {
      if (model[i] != null) {
        expected.add(new Due(i, model[i]));
      }
    }
    expected.sort(Comparator.comparingLong(Due::timePs).thenComparingLong(EventQueueTest::order));

    while (all.advance(Long.MAX_VALUE - 1)) {
      // fire everything
    }

    assertThat(fired).isEqualTo(expected.stream().map(Due::rank).toList());
  }

  private static final int FIRINGS_WITH_CHANGES = 200;

  /** Moves, to an instant or to null for a cancelled event, that follow the n-th firing. */
  private static void changes(long seed, int firing, long nowPs, BiConsumer<Integer, Long> change) {
    if (firing > FIRINGS_WITH_CHANGES) {
      return;
    }
    SplittableRandom random = new SplittableRandom(seed + 31L * firing);
    for (int i = random.nextInt(4); i > 0; i--) {
      int which = random.nextInt(9);
      boolean cancels = random.nextInt(4) == 0;
      change.accept(which, cancels ? null : nowPs + random.nextLong(20));
    }
  }

  private static boolean isBefore(int one, long onePs, int other, long otherPs) {
    return onePs < otherPs
        || (onePs == otherPs && order(new Due(one, onePs)) < order(new Due(other, otherPs)));
  }

  private static List<Due> expected(long seed) {
    Long[] due = new Long[9];
    due[0] = 0L;
    List<Due> fired = new ArrayList<>();
    while (true) {
      int first = -1;
      for (int i = 0; i < due.length; i++) {
        if (due[i] != null && (first < 0 || isBefore(i, due[i], first, due[first]))) {
          first = i;
        }
      }
      if (first < 0) {
        return fired;
      }
      long nowPs = due[first];
      due[first] = null;
      fired.add(new Due(first, nowPs));
      changes(seed, fired.size(), nowPs, (which, timePs) -> due[which] = timePs);
    }
  }

  @Property(tries = 300)
  void agreesWithAListWhereEventsMoveAndCancelEachOtherAsTheyFire(@ForAll long seed) {
    Simulation all = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    EventQueue mixed = all.newEventQueue();
    List<Due> fired = new ArrayList<>();
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      int number = i;
      events.add(
          new Event(mixed, number) {
            @Override
            protected void fire(long nowPs) {
              fired.add(new Due(number, nowPs));
              changes(
                  seed,
                  fired.size(),
                  nowPs,
                  (which, timePs) -> {
                    if (timePs == null) {
                      mixed.cancel(events.get(which));
                    } else {
                      mixed.schedule(events.get(which), timePs);
                    }
                  });
            }
          });
    }
    mixed.schedule(events.getFirst(), 0);

    while (all.advance(Long.MAX_VALUE - 1)) {
      // fire everything
    }

    assertThat(fired).isEqualTo(expected(seed));
  }

  @Test
  void saysWhenAnEventIsDueAndWhichWait() {
    Event one = named("one");
    Event two = named("two");
    eventQueue.schedule(one, 70);
    eventQueue.schedule(two, 90);
    eventQueue.schedule(one, 80);

    assertThat(eventQueue.timeOf(one)).isEqualTo(80);
    assertThat(List.of(one, two)).allMatch(Event::isScheduled);
    eventQueue.cancel(one);
    assertThat(simulation.nowPs()).as("nothing is due before").isLessThanOrEqualTo(90);
    runAll();
    assertThat(log).hasSize(1);
    assertThat(simulation.fired()).isEqualTo(1);
  }

  @Test
  void queuesAreNumberedInTheOrderInWhichTheyAreMade() {
    assertThat(eventQueue.place()).isZero();
    assertThat(simulation.newEventQueue().place()).isEqualTo(1);
  }

  @Test
  void whatArrivesAtOnceIsRefused() {
    simulation.arrivesAfter(1);
    assertThatThrownBy(() -> simulation.arrivesAfter(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
