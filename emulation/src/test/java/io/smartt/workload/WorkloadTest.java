package io.smartt.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.Workload.Trigger;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  private static final Flow FIRST = Flow.at(1, 0, 1, 1, 0);

  private static void refuses(String message, List<Flow> flows, Trigger... triggers) {
    assertThatThrownBy(() -> new Workload("w", 4, flows, List.of(triggers), List.of()))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  @Test
  void refusesFlowsThatCannotBe() {
    refuses("w: no flows", List.of());
    refuses("w: flow 0->4 leaves the range of hosts, 0 to 3", List.of(Flow.at(1, 0, 4, 1, 0)));
    refuses("w: flow 2->2 goes to its own sender", List.of(Flow.at(1, 2, 2, 1, 0)));
    refuses("w: flow 2->1 has size 0, must be at least 1", List.of(Flow.at(1, 2, 1, 0, 0)));
    refuses("w: two flows have id 1", List.of(FIRST, Flow.at(1, 1, 2, 1, 0)));
  }

  @Test
  void refusesTriggersThatWouldNotWork() {
    Flow second = Flow.at(2, 1, 2, 1, 0);
    refuses("w: flow 1 refers to trigger 3, not declared", List.of(FIRST.whenSent(3)));
    refuses(
        "w: trigger 1 is declared twice", List.of(FIRST), Trigger.oneshot(1), Trigger.oneshot(1));
    refuses(
        "w: trigger 1 would be activated 2 times, but a oneshot takes 1",
        List.of(FIRST.whenSent(1), second.whenSent(1)),
        Trigger.oneshot(1));
    refuses(
        "w: trigger 1 would be activated 2 times, but a barrier takes 1",
        List.of(FIRST.whenSent(1), second.whenReceived(1)),
        new Trigger(1, Trigger.Kind.BARRIER, 1));
  }

  @Test
  void refusesFlowsThatCouldNeverStart() {
    String end = " could never start: its trigger is not activated often enough";
    refuses(
        "w: flow 2 (1->2)" + end,
        List.of(FIRST, Flow.at(2, 1, 2, 1, 0).startedBy(1)),
        Trigger.oneshot(1));
    refuses(
        "w: flow 3 (1->3)" + end,
        List.of(
            FIRST.whenSent(1),
            Flow.at(2, 1, 2, 1, 0).startedBy(1),
            Flow.at(3, 1, 3, 1, 0).startedBy(1)),
        Trigger.multishot(1));
    refuses("w: flow 1 (0->1)" + end, List.of(FIRST.startedBy(1).whenSent(1)), Trigger.oneshot(1));
  }

  @Test
  void dilationDelaysStarts() {
    Workload workload = new Workload("w", 4, List.of(Flow.at(1, 0, 1, 1, 2_000)));

    assertThat(workload.dilated(1000).flows().getFirst().start())
        .isEqualTo(new Flow.Start.At(2_000_000));
    assertThat(workload.dilated(1)).isSameAs(workload);
  }
}
