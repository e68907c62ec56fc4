package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.EventQueue.Event;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link ActionSchedule}. */
class ActionScheduleTest {
  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final EventQueue queue = simulation.newEventQueue();
  private final ActionSchedule schedule = new ActionSchedule(queue);
  private final List<String> done = new ArrayList<>();

  private Runnable action(String name) {
    return () -> done.add(name + "@" + schedule.nowPs());
  }

  private void run(long untilPs) {
    simulation.arrivesAfter(1);
    simulation.runUntil(untilPs);
  }

  @Test
  void actionsHappenAtTheirInstantsInTheOrderInWhichTheyWereAskedFor() {
    schedule.at(20, action("c"));
    schedule.at(10, action("a"));
    schedule.at(10, action("b"));
    run(15);
    assertThat(done).containsExactly("a@10", "b@10");
    run(30);
    assertThat(done).containsExactly("a@10", "b@10", "c@20");
    assertThat(simulation.isBusy()).as("something is left").isFalse();
  }

  @Test
  void whatIsAskedForTooLateHappensNow() {
    run(50);
    schedule.at(10, action("late"));
    run(50);
    assertThat(done).containsExactly("late@50");
  }

  @Test
  void anActionMayAskForMoreOfItsInstant() {
    schedule.at(
        10,
        () -> {
          action("first").run();
          schedule.at(10, action("of first"));
          schedule.at(12, action("later"));
        });
    schedule.at(10, action("second"));
    run(30);
    assertThat(done).containsExactly("first@10", "second@10", "of first@10", "later@12");
  }

  @Test
  void anInstantIsOneEventHoweverManyActionsItHas() {
    schedule.at(10, () -> schedule.at(10, action("of it")));
    schedule.at(10, action("another"));
    run(30);
    assertThat(done).hasSize(2);
    assertThat(simulation.fired()).isEqualTo(1);
  }

  @Test
  void actionsComeBeforeAllElseOfTheirInstant() {
    for (int number = 1; number <= 20; number++) {
      String name = "event " + number;
      Event event =
          new Event(queue, number) {
            @Override
            protected void fire(long nowPs) {
              done.add(name);
            }
          };
      queue.schedule(event, 10);
    }
    schedule.at(10, action("action"));
    run(30);
    assertThat(done).hasSize(21).startsWith("action@10");
  }
}
