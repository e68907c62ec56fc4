package io.smartt.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkLoss;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.FailurePlan.PlannedFailure;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.run.FailureTimeline.LinkSwitch;
import io.smartt.experiment.settings.FailureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of {@link FailureTimeline}. */
class FailureTimelineTest {
  private final Topology topology =
      Topologies.named("leafspine,2,2,1", new LinkDefaults(50_000_000_000L, 850_000, 400_000));
  private final Link one = topology.links().get(2);
  private final Link other = topology.links().get(3);
  private final List<Link> changed = new ArrayList<>();
  private final List<LinkCondition> conditions = new ArrayList<>();
  private final RunEvents events = new RunEvents();
  private final LinkSwitch links =
      (link, condition) -> {
        changed.add(link);
        conditions.add(condition);
      };

  private FailureTimeline timeline(PlannedFailure... failures) {
    return new FailureTimeline(new FailurePlan(List.of(failures)), topology);
  }

  private static PlannedFailure failure(Link link, FailureKind kind, long fromPs, long toPs) {
    return new PlannedFailure(link, kind, fromPs, OptionalLong.of(toPs));
  }

  @Test
  void eachChangeIsMadeWhenItIsDue() {
    FailureTimeline timeline = timeline(failure(one, new FailureKind.Down(), 100, 300));

    timeline.apply(99, links, events);
    assertThat(changed).isEmpty();
    assertThat(timeline.nextPs()).isEqualTo(100);
    timeline.apply(100, links, events);
    assertThat(conditions).containsExactly(LinkCondition.DOWN);
    timeline.apply(300, links, events);
    assertThat(conditions).containsExactly(LinkCondition.DOWN, LinkCondition.WELL);
    assertThat(timeline.nextPs()).isEqualTo(Long.MAX_VALUE);
    assertThat(events.list().stream().map(RunEvent::kind))
        .containsExactly(RunEvent.Kind.LINK_DOWN, RunEvent.Kind.LINK_UP);
  }

  @Test
  void whatIsLateIsMadeInOrder() {
    FailureTimeline timeline =
        timeline(
            failure(other, new FailureKind.Down(), 20, 40),
            failure(one, new FailureKind.Down(), 10, 30));

    timeline.apply(1_000, links, events);

    assertThat(changed).containsExactly(one, other, one, other);
    assertThat(conditions.stream().map(LinkCondition::up))
        .containsExactly(false, false, true, true);
  }

  /** Each would cost a switch more time than it lasts, and the run would never see its end. */
  @Test
  void stepsOfALinkThatFlapsAndAreLateAreLeftOut() {
    FailureTimeline timeline =
        timeline(new PlannedFailure(one, new FailureKind.Flap(10, 30), 0, OptionalLong.of(1_500)));

    timeline.apply(0, links, events);
    timeline.apply(1_019, links, events);
    timeline.apply(5_000, links, events);

    assertThat(conditions.stream().map(LinkCondition::up)).containsExactly(false, true, true);
    assertThat(events.list().stream().map(RunEvent::what))
        .satisfiesExactly(
            first -> assertThat(first).endsWith("went down, as planned"),
            late ->
                assertThat(late)
                    .endsWith(
                        "is up again, as planned; 50 steps before it were too quick for this"
                            + " fabric"),
            end -> assertThat(end).contains("is up again, as planned; 24 steps"));
    assertThat(timeline.nextPs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aLinkHasTheWorstOfAllThatHolds() {
    FailureTimeline timeline =
        timeline(
            failure(one, new FailureKind.Lossy(LinkLoss.ofShare(0.5)), 0, 50),
            failure(one, new FailureKind.Lossy(LinkLoss.ofShare(0.5)), 10, 40),
            failure(one, new FailureKind.Rate(OptionalLong.empty(), 0.25), 20, 60),
            failure(one, new FailureKind.Down(), 30, 35));

    timeline.apply(20, links, events);
    assertThat(conditions.getLast())
        .isEqualTo(LinkCondition.WELL.withRate(12_500_000_000L).withLoss(LinkLoss.ofShare(0.75)));
    timeline.apply(30, links, events);
    assertThat(conditions.getLast().up()).isFalse();
    timeline.apply(40, links, events);
    assertThat(conditions.getLast().up()).isTrue();
    assertThat(conditions.getLast().loss()).isEqualTo(LinkLoss.ofShare(0.5));
    timeline.apply(60, links, events);
    assertThat(conditions.getLast()).isEqualTo(LinkCondition.WELL);
  }

  @Test
  void aLinkThatFlapsIsDownAndUpUntilItsTimeIsOver() {
    FailureTimeline timeline = timeline(failure(one, new FailureKind.Flap(10, 30), 100, 155));
    List<Long> times = new ArrayList<>();
    List<Boolean> ups = new ArrayList<>();

    while (timeline.nextPs() != Long.MAX_VALUE) {
      long nowPs = timeline.nextPs();
      int before = conditions.size();
      timeline.apply(nowPs, links, events);
      if (conditions.size() > before) {
        times.add(nowPs);
        ups.add(conditions.getLast().up());
      }
    }

    assertThat(times).containsExactly(100L, 110L, 140L, 150L, 155L);
    assertThat(ups).containsExactly(false, true, false, true, true);
  }

  @Test
  void aLinkThatWasDownBeforeStaysSo() {
    Topology less = topology.withFailedLinks(Set.of(one));
    FailureTimeline timeline =
        new FailureTimeline(
            new FailurePlan(List.of(failure(one, new FailureKind.Down(), 10, 20))), less);

    timeline.apply(30, links, events);

    assertThat(conditions.getLast().up()).isFalse();
  }
}
