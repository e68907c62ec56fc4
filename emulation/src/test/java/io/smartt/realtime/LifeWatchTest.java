package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Tests of {@link LifeWatch}. */
class LifeWatchTest {
  private static final long HALF_S = 500_000_000_000L;

  private final RunEvents events = new RunEvents();
  private final Queue<Runnable> asked = new ArrayDeque<>();
  private Runnable answer = () -> {};
  private Optional<String> held = Optional.of("its container is paused");
  private long nowPs;

  private final LifeWatch watch =
      new LifeWatch(
          List.of(new SignOfLife("switch leaf1", "leaf1", () -> answer.run(), () -> held)),
          () -> nowPs,
          asked::add,
          events,
          RunMonitor.NONE);

  private void look() {
    nowPs += HALF_S;
    watch.look();
  }

  private void lookAndHear() {
    look();
    asked.remove().run();
  }

  @Test
  void whatIsSilentForMoreThanTwoSecondsIsAnEventWithItsCauseAndItsTimes() {
    lookAndHear();
    for (int i = 0; i < 7; i++) {
      look();
    }
    asked.remove().run();
    lookAndHear();
    lookAndHear();

    assertThat(events.list())
        .containsExactly(
            new RunEvent(
                2 * HALF_S,
                RunEvent.Kind.NODE_SILENT,
                "switch leaf1 does not answer: its container is paused",
                "leaf1"),
            new RunEvent(
                9 * HALF_S,
                RunEvent.Kind.NODE_BACK,
                "switch leaf1 answers again after 3.5 s",
                "leaf1"));
  }

  /** A stop of a second makes what comes late through it, and must not be called a late machine. */
  @Test
  void whoIsKnownToBeHeldIsAnEventBeforeAnybodysPatienceEnds() {
    lookAndHear();
    look();
    look();
    asked.remove().run();
    lookAndHear();

    assertThat(events.list())
        .extracting(RunEvent::timePs, RunEvent::kind)
        .containsExactly(
            tuple(2 * HALF_S, RunEvent.Kind.NODE_SILENT),
            tuple(4 * HALF_S, RunEvent.Kind.NODE_BACK));
  }

  @Test
  void whoIsSilentForNoKnownCauseIsWaitedFor() {
    held = Optional.empty();
    lookAndHear();
    for (int i = 0; i < 5; i++) {
      look();
    }
    assertThat(events.list()).isEmpty();

    look();
    assertThat(events.list())
        .containsExactly(
            new RunEvent(
                2 * HALF_S, RunEvent.Kind.NODE_SILENT, "switch leaf1 does not answer", "leaf1"));
  }

  @Test
  void whoIsSlowForASecondOrGoneIsNoEventHere() {
    held = Optional.empty();
    look();
    look();
    asked.remove().run();
    answer =
        () -> {
          throw new RunFailedException("switch leaf1 does not answer");
        };
    for (int i = 0; i < 9; i++) {
      lookAndHear();
    }

    assertThat(events.list()).isEmpty();
  }

  @Test
  void anAnswerThatRunsIntoItsDeadlineIsSilenceStill() {
    for (int i = 0; i < 7; i++) {
      look();
    }
    answer =
        () -> {
          throw new RunFailedException("switch leaf1 does not answer (DEADLINE_EXCEEDED)");
        };
    asked.remove().run();
    for (int i = 0; i < 9; i++) {
      look();
    }

    assertThat(events.list()).extracting(RunEvent::kind).containsExactly(RunEvent.Kind.NODE_SILENT);
  }
}
