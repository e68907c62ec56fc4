package io.smartt.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.workload.Workload.Trigger;
import io.smartt.workload.Workload.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TriggerEngineTest {
  private final List<Integer> started = new ArrayList<>();
  private final List<String> works = new ArrayList<>();
  private final TriggerEngine.Effects starts =
      new TriggerEngine.Effects() {
        @Override
        public void start(int flow) {
          started.add(flow);
        }

        @Override
        public void work(int trigger, long untilPs) {
          works.add(trigger + " until " + untilPs);
        }
      };

  private static Workload workload(Trigger trigger, Flow... flows) {
    return new Workload("w", 8, List.of(flows), List.of(trigger), List.of());
  }

  private static Flow waiting(int id, int trigger) {
    return Flow.at(id, 0, 1, 1, 0).startedBy(trigger);
  }

  @Test
  void oneshotStartsAllLastFirst() {
    TriggerEngine progress =
        new TriggerEngine(
            workload(
                Trigger.oneshot(1),
                Flow.at(1, 0, 1, 1, 0).whenSent(1),
                waiting(2, 1),
                waiting(3, 1),
                waiting(4, 1)));

    progress.received(0, 0, starts);
    assertThat(started).isEmpty();
    progress.sent(0, 0, starts);
    assertThat(started).containsExactly(3, 2, 1);
  }

  @Test
  void multishotStartsTheNextAndIgnoresWhatIsLeftOver() {
    TriggerEngine progress =
        new TriggerEngine(
            workload(
                Trigger.multishot(9),
                Flow.at(1, 0, 1, 1, 0).whenSent(9),
                Flow.at(2, 0, 2, 1, 0).whenSent(9),
                Flow.at(3, 0, 3, 1, 0).whenSent(9),
                waiting(4, 9),
                waiting(5, 9)));

    progress.sent(2, 0, starts);
    assertThat(started).containsExactly(3);
    progress.sent(0, 0, starts);
    progress.sent(1, 0, starts);
    assertThat(started).containsExactly(3, 4);
  }

  @Test
  void barrierWaitsForItsCount() {
    TriggerEngine progress =
        new TriggerEngine(
            workload(
                new Trigger(1, Trigger.Kind.BARRIER, 2),
                Flow.at(1, 0, 1, 1, 0).whenReceived(1),
                Flow.at(2, 0, 2, 1, 0).whenSent(1),
                waiting(3, 1)));

    progress.received(0, 0, starts);
    assertThat(started).isEmpty();
    progress.sent(0, 0, starts);
    assertThat(started).isEmpty();
    progress.sent(1, 0, starts);
    assertThat(started).containsExactly(2);
  }

  @Test
  void oneFlowMayActivateOneTriggerFromBothEnds() {
    TriggerEngine progress =
        new TriggerEngine(
            workload(
                new Trigger(1, Trigger.Kind.BARRIER, 2),
                Flow.at(1, 0, 1, 1, 0).whenReceived(1).whenSent(1),
                waiting(2, 1)));

    progress.received(0, 0, starts);
    progress.sent(0, 0, starts);

    assertThat(started).containsExactly(1);
  }

  @Test
  void worksOfOneCoreComeOneAfterTheOther() {
    TriggerEngine progress =
        new TriggerEngine(
            new Workload(
                "w",
                8,
                List.of(Flow.at(1, 0, 1, 1, 0).whenSent(3), waiting(2, 4)),
                List.of(
                    work(1, 0, 0, 100, 4),
                    work(2, 0, 1, 70, 4),
                    work(3, 1, 0, 50, 4),
                    new Trigger(4, Trigger.Kind.BARRIER, 3)),
                List.of()));

    progress.begin(starts);
    progress.sent(0, 20, starts);
    assertThat(works).containsExactly("0 until 100", "1 until 70", "2 until 150");
    progress.worked(1, 70, starts);
    progress.worked(0, 100, starts);
    assertThat(started).isEmpty();
    progress.worked(2, 150, starts);

    assertThat(started).containsExactly(1);
    assertThat(progress.openedPs(3)).isEqualTo(150);
  }

  private static Trigger work(int id, int count, int core, long ps, int then) {
    return new Trigger(
        id, Trigger.Kind.BARRIER, count, Optional.of(new Work(0, core, ps)), List.of(then));
  }

  @Test
  void aChainOfTriggersMayBeAsLongAsItLikes() {
    int length = 200_000;
    List<Trigger> chain = new ArrayList<>();
    for (int id = 1; id < length; id++) {
      chain.add(new Trigger(id, Trigger.Kind.BARRIER, 1, Optional.empty(), List.of(id + 1)));
    }
    chain.add(new Trigger(length, Trigger.Kind.BARRIER, 1));
    TriggerEngine progress =
        new TriggerEngine(
            new Workload(
                "w",
                2,
                List.of(Flow.at(1, 0, 1, 1, 0).whenSent(1), waiting(2, length)),
                chain,
                List.of()));

    progress.sent(0, 7, starts);

    assertThat(started).containsExactly(1);
  }
}
