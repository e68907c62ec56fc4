package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests of {@link RefusalWatch}. */
class RefusalWatchTest {
  private static final String MTU = "above the MTU";

  private final Topology topology =
      Topologies.named("single,2", new LinkDefaults(50_000_000_000L, 850_000, 400_000));
  private final RunEvents events = new RunEvents();
  private Function<Switch, Map<Integer, Map<String, Long>>> books = _ -> Map.of();
  private long ofSecond;
  private long nowNs;
  private final RefusalWatch watch =
      new RefusalWatch(topology, sw -> books.apply(sw), () -> List.of(0L, ofSecond), () -> nowNs);

  private void look(long frames) {
    books = _ -> frames == 0 ? Map.of() : Map.of(1, Map.of(MTU, frames));
    look();
  }

  private void look() {
    nowNs += TimeUnit.SECONDS.toNanos(1);
    watch.look(nowNs * 1000);
  }

  @Test
  void framesThatTheKernelRefusesAreOneEventOfAPortWithItsTimesAndItsReason() {
    look(0);
    look(100);
    look(125);
    look(125);
    watch.end(nowNs * 1000, events);

    assertThat(events.list())
        .containsExactly(
            new RunEvent(
                2_000_000_000_000L,
                RunEvent.Kind.FRAMES_REFUSED,
                "the kernel refused 125 frames at port 1 of s1, the last at 3.00 s: above the MTU",
                "s1 port 1"));
  }

  /** A run may end right after them, as one whose agent is killed. */
  @Test
  void framesThatWereRefusedSinceTheLastLookAreNamed() {
    look(0);
    books = _ -> Map.of(1, Map.of(MTU, 13L));
    watch.end(nowNs * 1000 + 7, events);

    assertThat(events.list()).singleElement().extracting(RunEvent::what).asString().contains("13");
  }

  /** As after its MTU was cut, or its interface taken away. */
  @Test
  void aHostWhoseFramesAreRefusedIsNamedToo() {
    ofSecond = 5;
    look(0);
    ofSecond = 12;
    look(0);
    watch.end(nowNs * 1000, events);

    assertThat(events.list())
        .extracting(RunEvent::kind, RunEvent::where, RunEvent::what)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                RunEvent.Kind.FRAMES_REFUSED,
                "h2 port 0",
                "the kernel refused 7 frames at port 0 of h2, the last at 2.00 s: interface down or"
                    + " full, frame too long, or not read in time"));
  }

  @Test
  void whatWasRefusedBeforeTheRunIsNoEvent() {
    look(7);
    look(7);
    watch.end(nowNs * 1000, events);

    assertThat(events.list()).isEmpty();
  }

  @Test
  void aSwitchThatStartedAnewCountsOnAndOneThatDoesNotAnswerEndsNothing() {
    look(0);
    look(100);
    books =
        _ -> {
          throw new RunFailedException("switch s1 does not answer");
        };
    look();
    look(5);
    watch.end(nowNs * 1000, events);

    assertThat(events.list()).singleElement().extracting(RunEvent::what).asString().contains("105");
  }
}
