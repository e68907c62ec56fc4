package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests of {@link LinkWatch}. */
class LinkWatchTest {
  private final Topology topology =
      Topologies.named("single,2", new LinkDefaults(50_000_000_000L, 850_000, 400_000));
  private final RunEvents events = new RunEvents();
  private Function<Switch, Set<Integer>> down = _ -> Set.of();
  private long nowNs;

  private final LinkWatch watch = new LinkWatch(topology, sw -> down.apply(sw), () -> nowNs);

  private void look(Set<Integer> ports) {
    down = _ -> ports;
    nowNs += TimeUnit.SECONDS.toNanos(1);
    watch.look(nowNs * 1000, events, RunMonitor.NONE);
  }

  @Test
  void aLinkThatLosesItsCarrierAndGetsItBackIsTwoEvents() {
    look(Set.of());
    look(Set.of(1));
    look(Set.of(1));
    look(Set.of());

    assertThat(events.list())
        .extracting(RunEvent::kind, RunEvent::timePs, RunEvent::what)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                RunEvent.Kind.LINK_DOWN,
                2_000_000_000_000L,
                "link h1-s1 went down: port 1 of s1 has no carrier"),
            org.assertj.core.groups.Tuple.tuple(
                RunEvent.Kind.LINK_UP, 4_000_000_000_000L, "link h1-s1 is up again"));
  }

  @Test
  void anInterfaceWhoseCarrierIsStillToComeIsNoEvent() {
    look(Set.of(1, 2));
    look(Set.of(2));
    look(Set.of());

    assertThat(events.list()).isEmpty();
  }

  @Test
  void aLinkThatNeverComesUpIsAnEvent() {
    for (int i = 0; i < 5; i++) {
      look(Set.of(2));
    }

    assertThat(events.list()).extracting(RunEvent::kind).containsExactly(RunEvent.Kind.LINK_DOWN);
  }

  @Test
  void aSwitchThatDoesNotAnswerTakesNoLinkDown() {
    look(Set.of());
    down =
        _ -> {
          throw new RunFailedException("switch s1 does not answer");
        };
    nowNs += TimeUnit.SECONDS.toNanos(1);
    watch.look(nowNs * 1000, events, RunMonitor.NONE);

    assertThat(events.list()).isEmpty();
  }

  /** As one that is stopped: the link's other end has lost its carrier too, and says so. */
  @Test
  void theOtherEndTellsOfALinkOfASwitchThatDoesNotAnswer() {
    Topology two =
        Topologies.named("leafspine,2,1,1", new LinkDefaults(50_000_000_000L, 850_000, 400_000));
    Function<Switch, Set<Integer>> stopped =
        sw ->
            switch (sw.name()) {
              case "leaf1" -> throw new RunFailedException("switch leaf1 does not answer at once");
              case "spine1" -> down.apply(sw);
              default -> Set.of();
            };
    LinkWatch others = new LinkWatch(two, stopped, () -> nowNs);
    for (Set<Integer> ports : List.of(Set.<Integer>of(), Set.of(1), Set.<Integer>of())) {
      down = _ -> ports;
      nowNs += TimeUnit.SECONDS.toNanos(1);
      others.look(nowNs * 1000, events, RunMonitor.NONE);
    }

    assertThat(events.list())
        .extracting(RunEvent::what)
        .containsExactly(
            "link leaf1-spine1 went down: port 1 of spine1 has no carrier",
            "link leaf1-spine1 is up again");
  }
}
