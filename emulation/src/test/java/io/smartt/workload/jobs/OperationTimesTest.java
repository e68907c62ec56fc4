package io.smartt.workload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.workload.Flow;
import io.smartt.workload.TriggerEngine;
import io.smartt.workload.Workload;
import io.smartt.workload.Workload.Work;
import io.smartt.workload.chakra.ChakraTraces.CollectiveAlgorithm;
import io.smartt.workload.jobs.CriticalPath.Link;
import io.smartt.workload.jobs.CriticalPath.Step;
import io.smartt.workload.jobs.OperationTimes.RankTimes;
import io.smartt.workload.schedule.Job.PlacedJob;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** In a network that takes 10 ns for each message, and as long again for its ACK. */
class OperationTimesTest {
  private static final long NS = 1_000;
  private static final long MESSAGE_PS = 10 * NS;

  /** Runs a schedule until nothing is left to happen, or until an instant. */
  private static final class Run implements OperationTimes.Clock, TriggerEngine.Effects {
    private record Event(long ps, int order, Runnable what) {}

    private final Workload workload;
    private final TriggerEngine engine;
    private final long[] start;
    private final long[] finish;
    private final PriorityQueue<Event> events =
        new PriorityQueue<>(Comparator.comparingLong(Event::ps).thenComparingInt(Event::order));
    private long nowPs;
    private int order;

    Run(String goal, long untilPs) {
      workload =
          JobsName.workload(
              "s.goal",
              Map.of("s.goal", goal.replace(';', '\n')),
              4,
              new SplittableRandom(1),
              CollectiveAlgorithm.RING);
      engine = new TriggerEngine(workload);
      start = new long[workload.flows().size()];
      finish = new long[start.length];
      Arrays.fill(start, OperationTimes.NOT_YET);
      Arrays.fill(finish, OperationTimes.NOT_YET);
      for (int i = 0; i < start.length; i++) {
        if (workload.flows().get(i).start() instanceof Flow.Start.At) {
          start(i);
        }
      }
      engine.begin(this);
      while (!events.isEmpty() && events.peek().ps() <= untilPs) {
        Event event = events.remove();
        nowPs = event.ps();
        event.what().run();
      }
    }

    OperationTimes times() {
      return new OperationTimes(workload.jobs().getFirst(), this);
    }

    private void at(long ps, Runnable what) {
      events.add(new Event(ps, order++, what));
    }

    @Override
    public void start(int flow) {
      start[flow] = nowPs;
      at(nowPs + MESSAGE_PS, () -> engine.received(flow, nowPs, this));
      at(
          nowPs + 2 * MESSAGE_PS,
          () -> {
            finish[flow] = nowPs;
            engine.sent(flow, nowPs, this);
          });
    }

    @Override
    public void work(int trigger, long untilPs) {
      at(untilPs, () -> engine.worked(trigger, nowPs, this));
    }

    @Override
    public long startPs(int flow) {
      return start[flow];
    }

    @Override
    public long finishPs(int flow) {
      return finish[flow];
    }

    @Override
    public long openedPs(int trigger) {
      return engine.openedPs(trigger);
    }

    @Override
    public long beganPs(int trigger) {
      return engine.beganPs(trigger);
    }

    @Override
    public long workPs(int trigger) {
      return workload.triggers().get(trigger).work().map(Work::ps).orElse(0L);
    }
  }

  private static final String PIPELINE =
      "num_ranks 2"
          + ";rank 0 {;a: calc 5;s: send 8b to 1;s requires a;b: calc 7;b requires a;c: calc 30;}"
          + ";rank 1 {;r: recv 8b from 0;d: calc 4;d requires r;}";

  private static List<Step> path(String goal) {
    return CriticalPath.of(new Run(goal, Long.MAX_VALUE).times());
  }

  /** Of rank 0 the core has a to 5, then c to 35, then b to 42; rank 1 is done at 19. */
  @Test
  void operationsHaveTheTimesAtWhichTheyRan() {
    OperationTimes times = new Run(PIPELINE, Long.MAX_VALUE).times();

    assertThat(List.of(times.startPs(0), times.donePs(0))).containsExactly(0L, 5 * NS);
    assertThat(List.of(times.startPs(1), times.donePs(1))).containsExactly(5 * NS, 25 * NS);
    assertThat(List.of(times.readyPs(2), times.startPs(2), times.donePs(2)))
        .containsExactly(5 * NS, 35 * NS, 42 * NS);
    assertThat(List.of(times.startPs(4), times.donePs(4))).containsExactly(0L, 15 * NS);
    assertThat(List.of(times.startPs(5), times.donePs(5))).containsExactly(15 * NS, 19 * NS);
  }

  @Test
  void whatComputesHidesWhatCommunicates() {
    OperationTimes times = new Run(PIPELINE, Long.MAX_VALUE).times();

    assertThat(RankTimes.of(times, 0))
        .isEqualTo(new RankTimes(4, 4, 42 * NS, 42 * NS, 0, 20 * NS, 0, 8, PlacedJob.NONE));
    assertThat(RankTimes.of(times, 1))
        .isEqualTo(new RankTimes(2, 2, 19 * NS, 4 * NS, 0, 15 * NS, 15 * NS, 0, PlacedJob.NONE));
  }

  @Test
  void aRunThatStopsHasTheTimesUntilThen() {
    OperationTimes times = new Run(PIPELINE, 16 * NS).times();

    assertThat(RankTimes.of(times, 1))
        .isEqualTo(new RankTimes(2, 1, 15 * NS, 0, 0, 15 * NS, 15 * NS, 0, 5));
    assertThat(RankTimes.of(times, 0).isDone()).isFalse();
    assertThat(CriticalPath.of(times)).isEmpty();
  }

  /** The last to be done is b, for want of the core that c had. */
  @Test
  void aCriticalPathGoesByCores() {
    assertThat(path(PIPELINE))
        .containsExactly(
            new Step(0, 0, 5 * NS, Link.CORE),
            new Step(3, 5 * NS, 35 * NS, Link.CORE),
            new Step(2, 35 * NS, 42 * NS, Link.LAST));
  }

  /** The receive is posted at 3 and its message comes at 12; the ACK is not waited for. */
  @Test
  void aCriticalPathGoesByMessages() {
    String goal =
        "num_ranks 2"
            + ";rank 0 {;a: calc 2;s: send 8b to 1;s requires a;}"
            + ";rank 1 {;w: calc 3;r: recv 8b from 0;r requires w;d: calc 40;d requires r;}";

    assertThat(path(goal))
        .containsExactly(
            new Step(0, 0, 2 * NS, Link.END),
            new Step(1, 2 * NS, 12 * NS, Link.MESSAGE),
            new Step(3, 12 * NS, 12 * NS, Link.END),
            new Step(4, 12 * NS, 52 * NS, Link.LAST));
  }

  /** A message that came early was not what the receive waited for. */
  @Test
  void aCriticalPathGoesByLateReceives() {
    String goal =
        "num_ranks 2"
            + ";rank 0 {;s: send 8b to 1;}"
            + ";rank 1 {;w: calc 30;r: recv 8b from 0;r requires w;d: calc 4;d irequires r;}";

    assertThat(path(goal))
        .containsExactly(
            new Step(1, 0, 30 * NS, Link.END),
            new Step(2, 30 * NS, 30 * NS, Link.START),
            new Step(3, 30 * NS, 34 * NS, Link.LAST));
  }

  /** Computations of no time at one instant wait for each other's core, but in no circle. */
  @Test
  void aCriticalPathEndsWhereNothingTakesTime() {
    String goal =
        "num_ranks 2"
            + ";rank 0 {;a: calc 9;b: calc 0;c: calc 0;d: calc 0;s: send 8b to 1;}"
            + ";rank 1 {;r: recv 8b from 0;e: calc 20;f: calc 0;g: calc 0;}";

    assertThat(path(goal).getLast().toPs()).isEqualTo(20 * NS);
  }
}
