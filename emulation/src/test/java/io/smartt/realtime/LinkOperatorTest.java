package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.run.FailureTimeline.LinkSwitch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link LinkOperator}. */
class LinkOperatorTest {
  private static final double DILATION = 1_000;
  private static final long NOW_PS = 1_500_000_000_000L;

  private final Topology topology =
      Topologies.named("leafspine,2,2,1", new LinkDefaults(50_000_000, 850_000_000, 400_000_000));
  private final List<String> made = new ArrayList<>();
  private final RunEvents events = new RunEvents();

  private final LinkSwitch switches =
      new LinkSwitch() {
        @Override
        public void set(Link link, LinkCondition condition) {}

        @Override
        public void change(Link link, List<LinkChange> changes) {
          made.add(LinkWatch.name(link) + " " + changes);
        }
      };

  private final LinkOperator operator =
      new LinkOperator(topology, DILATION, switches, events, () -> NOW_PS);

  @Test
  void aChangeIsMadeAndIsAnEvent() {
    assertThat(operator.change("leaf1-spine2 down"))
        .isEqualTo("link leaf1-spine2 is down, 1.500000 s into the run");
    assertThat(operator.change("spine2-leaf1 up rate=50Gbps loss=1"))
        .contains("link leaf1-spine2 is up", "link leaf1-spine2 has a rate of 50Gbps");

    assertThat(made)
        .containsExactly(
            "leaf1-spine2 [is down]",
            "leaf1-spine2 [is up, has a rate of 50Gbps, loses 1 % of packets]");
    assertThat(events.list())
        .containsExactly(
            event(RunEvent.Kind.LINK_DOWN, "is down"),
            event(RunEvent.Kind.LINK_UP, "is up"),
            event(RunEvent.Kind.LINK_CHANGED, "has a rate of 50Gbps"),
            event(RunEvent.Kind.LINK_CHANGED, "loses 1 % of packets"));
  }

  private static RunEvent event(RunEvent.Kind kind, String what) {
    return new RunEvent(
        NOW_PS, kind, "link leaf1-spine2 " + what + ", by 'smartt link'", "leaf1-spine2");
  }

  @Test
  void whatIsWrongIsNamedAndNothingIsChanged() {
    assertThatThrownBy(() -> operator.change("leaf1-spine3 down"))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith(
            "'leaf1-spine3' is no link of leafspine,2,2,1, did you mean leaf1-");
    assertThatThrownBy(() -> operator.change("leaf1-spine1 down rate=51Gbps"))
        .isInstanceOf(UserInputException.class)
        .hasMessage("rate=51Gbps is beyond link leaf1-spine1, which has 50Gbps");
    assertThatThrownBy(() -> operator.change("leaf1-spine1"))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith("link leaf1-spine1: write down, up");
    assertThat(made).isEmpty();
    assertThat(events.list()).isEmpty();
  }
}
