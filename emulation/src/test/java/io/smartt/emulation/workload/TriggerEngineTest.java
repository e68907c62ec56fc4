package io.smartt.emulation.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TriggerEngineTest {
  private final List<Integer> started = new ArrayList<>();

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

    progress.received(0, started::add);
    assertThat(started).isEmpty();
    progress.sent(0, started::add);
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

    progress.sent(2, started::add);
    assertThat(started).containsExactly(3);
    progress.sent(0, started::add);
    progress.sent(1, started::add);
    assertThat(started).containsExactly(3, 4);
  }

  @Test
  void barrierWaitsForItsCount() {
    TriggerEngine progress =
        new TriggerEngine(
            workload(
                Trigger.barrier(1, 2),
                Flow.at(1, 0, 1, 1, 0).whenReceived(1),
                Flow.at(2, 0, 2, 1, 0).whenSent(1),
                waiting(3, 1)));

    progress.received(0, started::add);
    assertThat(started).isEmpty();
    progress.sent(0, started::add);
    assertThat(started).isEmpty();
    progress.sent(1, started::add);
    assertThat(started).containsExactly(2);
  }

  @Test
  void oneFlowMayActivateOneTriggerFromBothEnds() {
    TriggerEngine progress =
        new TriggerEngine(
            workload(
                Trigger.barrier(1, 2),
                Flow.at(1, 0, 1, 1, 0).whenReceived(1).whenSent(1),
                waiting(2, 1)));

    progress.received(0, started::add);
    progress.sent(0, started::add);

    assertThat(started).containsExactly(1);
  }
}
