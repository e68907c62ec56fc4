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
import java.util.HashSet;
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

  private final LinkWatch watch = LinkWatch.ofSwitches(topology, sw -> down.apply(sw), () -> nowNs);

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
    LinkWatch others = LinkWatch.ofSwitches(two, stopped, () -> nowNs);
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

  /** Docker's bridge keeps the carrier of the switch's end. */
  @Test
  void anEndThatOnlyTheHostSeesGoIsAnEvent() {
    Set<String> gone = new HashSet<>();
    LinkWatch hosts = LinkWatch.ofHosts(topology, host -> gone.contains(host.name()), () -> nowNs);
    for (List<String> now : List.of(List.<String>of(), List.of("h2"), List.<String>of())) {
      gone.clear();
      gone.addAll(now);
      look(Set.of());
      hosts.look(nowNs * 1000, events, RunMonitor.NONE);
    }

    assertThat(events.list())
        .extracting(RunEvent::what)
        .containsExactly(
            "link h2-s1 went down: port 0 of h2 has no carrier", "link h2-s1 is up again");
  }

  @Test
  void aLinkWhoseEndsAreBothWithoutCarrierIsToldOnce() {
    Set<String> gone = new HashSet<>();
    LinkWatch hosts = LinkWatch.ofHosts(topology, host -> gone.contains(host.name()), () -> nowNs);
    look(Set.of());
    hosts.look(nowNs * 1000, events, RunMonitor.NONE);
    gone.add("h1");
    look(Set.of(1));
    hosts.look(nowNs * 1000, events, RunMonitor.NONE);
    // The host's end is back later than the switch's.
    look(Set.of());
    hosts.look(nowNs * 1000, events, RunMonitor.NONE);
    gone.clear();
    look(Set.of());
    hosts.look(nowNs * 1000, events, RunMonitor.NONE);

    assertThat(events.list())
        .extracting(RunEvent::what)
        .containsExactly(
            "link h1-s1 went down: port 1 of s1 has no carrier", "link h1-s1 is up again");
  }
}
