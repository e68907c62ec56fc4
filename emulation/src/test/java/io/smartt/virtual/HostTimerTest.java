package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link HostTimer}. */
class HostTimerTest {
  private static final long BASE_PS = 1_000;

  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final HostTimer timer = new HostTimer(simulation.newEventQueue(), 1);
  private final List<Long> rings = new ArrayList<>();

  private void run(long untilPs) {
    simulation.arrivesAfter(1);
    simulation.runUntil(untilPs);
  }

  private HostTimer set() {
    run(BASE_PS);
    assertThat(timer.from(BASE_PS).timer(rings::add)).isSameAs(timer);
    return timer;
  }

  @Test
  void timeCountsFromItsInstant() {
    set().at(50);
    assertThat(timer.nowPs()).isZero();
    run(BASE_PS + 49);
    assertThat(rings).isEmpty();
    run(BASE_PS + 50);
    assertThat(rings).containsExactly(50L);
    assertThat(timer.nowPs()).isEqualTo(50);
  }

  @Test
  void ofSeveralTimesTheEarliestCounts() {
    set().at(50);
    timer.at(30);
    timer.at(70);
    run(BASE_PS + 200);
    assertThat(rings).containsExactly(30L);
    timer.at(250);
    run(BASE_PS + 300);
    assertThat(rings).containsExactly(30L, 250L);
  }

  @Test
  void timeThatIsSkippedBringsItCloserAndIsPartOfItsTime() {
    set().at(50);
    assertThat(timer.duePs()).isEqualTo(BASE_PS + 50);
    timer.skip(30);
    assertThat(timer.duePs()).isEqualTo(BASE_PS + 20);
    assertThat(timer.nowPs()).isEqualTo(30);
    run(BASE_PS + 20);
    assertThat(rings).containsExactly(50L);
    assertThat(timer.duePs()).isEqualTo(Long.MAX_VALUE);
    timer.at(90);
    run(BASE_PS + 100);
    assertThat(rings).containsExactly(50L, 90L);
  }

  @Test
  void nowIsBeforeWhatItWasSetTo() {
    set().at(50);
    timer.now();
    run(BASE_PS + 200);
    assertThat(rings).containsExactly(0L);
  }

  @Test
  void afterItsEndItDoesNotRing() {
    set().at(50);
    timer.end();
    run(BASE_PS + 200);
    assertThat(rings).isEmpty();
  }

  @Test
  void oneThatNobodyListensToRingsUnheard() {
    timer.at(50);
    run(BASE_PS);
    assertThat(timer.isScheduled()).isFalse();
  }
}
