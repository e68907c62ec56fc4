package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of {@link IdleTimers}, by P4Runtime section 9.1.8. */
class IdleTimersTest {
  private static final EntryTarget DROP = new EntryTarget.ActionCall("drop", List.of());
  private static final long NS = 1_000;
  private static final long WRITTEN_PS = 50 * NS;
  private static final long TIMEOUT_NS = 10;
  private static final long TIMEOUT_PS = TIMEOUT_NS * NS;

  private final Map<TableEntry, Long> hits = new HashMap<>();
  private final Set<TableEntry> gone = new HashSet<>();
  private long nowPs = WRITTEN_PS;

  /** A pipeline of which only the hits are asked for. */
  private final PipelineControl control =
      (PipelineControl)
          Proxy.newProxyInstance(
              PipelineControl.class.getClassLoader(),
              new Class<?>[] {PipelineControl.class},
              (_, method, arguments) -> {
                assertThat(method.getName()).isEqualTo("lastHitPs");
                TableEntry entry = (TableEntry) arguments[0];
                if (gone.contains(entry)) {
                  throw new PipelineControl.InvalidChangeException("no such entry");
                }
                return hits.getOrDefault(entry, Long.MIN_VALUE);
              });

  private final IdleTimers timers = new IdleTimers(control, () -> nowPs);
  private final TableEntry entry = entry("acl", 1, 0, TIMEOUT_NS);

  private static TableEntry entry(String table, int key, int priority, long timeoutNs) {
    return new TableEntry(
        table,
        List.of(new MatchValue.Exact(Bits.of(key, 8))),
        priority,
        DROP,
        false,
        timeoutNs,
        "");
  }

  private void put(TableEntry written) {
    timers.changed(List.of(new Change.PutEntry(written)));
  }

  private void remove(TableEntry written) {
    timers.changed(
        List.of(new Change.RemoveEntry(written.table(), written.key(), written.priority())));
  }

  @Test
  void anEntryThatNoPacketHitsExpiresWhenItsTimeIsUpAndAgainAndAgain() {
    put(entry);
    assertThat(timers.expired(WRITTEN_PS + TIMEOUT_PS - 1)).isEmpty();
    assertThat(timers.expired(WRITTEN_PS + TIMEOUT_PS)).containsExactly(entry);
    assertThat(timers.expired(WRITTEN_PS + 2 * TIMEOUT_PS - 1)).as("started again").isEmpty();
    assertThat(timers.expired(WRITTEN_PS + 2 * TIMEOUT_PS)).containsExactly(entry);
  }

  @Test
  void aHitStartsTheTimeAgain() {
    put(entry);
    hits.put(entry, WRITTEN_PS + 7 * NS);
    assertThat(timers.expired(WRITTEN_PS + TIMEOUT_PS)).isEmpty();
    assertThat(timers.expired(WRITTEN_PS + 7 * NS + TIMEOUT_PS)).containsExactly(entry);
  }

  @Test
  void writingAnEntryAgainStartsTheTimeAgain() {
    put(entry);
    nowPs += 7 * NS;
    put(entry);
    assertThat(timers.expired(WRITTEN_PS + TIMEOUT_PS)).isEmpty();
    assertThat(timers.expired(WRITTEN_PS + 7 * NS + TIMEOUT_PS)).containsExactly(entry);
  }

  @Test
  void withoutAHitTheTimeSinceTheLastOneIsThatSinceTheEntryWasWritten() {
    put(entry);
    nowPs += TIMEOUT_PS;
    assertThat(timers.expired(nowPs)).hasSize(1);
    nowPs += 5 * NS + 999;
    assertThat(timers.sinceLastHitNs(entry)).hasValue(TIMEOUT_NS + 5);
    hits.put(entry, WRITTEN_PS - 1);
    assertThat(timers.sinceLastHitNs(entry)).as("before it was written").hasValue(TIMEOUT_NS + 5);
    hits.put(entry, nowPs - 3 * NS);
    assertThat(timers.sinceLastHitNs(entry)).hasValue(3);
    hits.put(entry, nowPs + 3 * NS);
    assertThat(timers.sinceLastHitNs(entry)).as("later than the clock").hasValue(0);
  }

  @Test
  void anEntryWithoutATimeoutDoesNotAge() {
    TableEntry ageless = entry("acl", 1, 0, 0);
    put(ageless);
    assertThat(timers.sinceLastHitNs(ageless)).isEmpty();
    put(entry);
    put(ageless);
    assertThat(timers.sinceLastHitNs(entry)).as("it was taken from it").isEmpty();
    assertThat(timers.expired(WRITTEN_PS + TIMEOUT_PS)).isEmpty();
  }

  @Test
  void anEntryThatIsRemovedDoesNotAge() {
    TableEntry other = entry("acl", 2, 0, TIMEOUT_NS);
    put(entry);
    put(other);
    remove(entry);
    assertThat(timers.sinceLastHitNs(entry)).isEmpty();
    assertThat(timers.expired(WRITTEN_PS + TIMEOUT_PS)).containsExactly(other);
  }

  @Test
  void anEntryIsAnotherInAnotherTableAndWithAnotherPriority() {
    put(entry("acl", 1, 5, TIMEOUT_NS));
    put(entry("routes", 1, 0, TIMEOUT_NS));
    put(entry);
    remove(entry);
    assertThat(timers.expired(WRITTEN_PS + TIMEOUT_PS)).hasSize(2);
  }

  /** The control plane removes it while the timers are looked at. */
  @Test
  void anEntryThatHasJustGoneIsNotReported() {
    put(entry);
    gone.add(entry);
    assertThat(timers.sinceLastHitNs(entry)).isEmpty();
    assertThat(timers.expired(WRITTEN_PS + TIMEOUT_PS)).isEmpty();
  }

  @Test
  void otherChangesStartNothing() {
    timers.changed(List.of(new Change.SetDefault("acl", DROP)));
    assertThat(timers.expired(Long.MAX_VALUE / 2)).isEmpty();
    put(entry);
    timers.changed(List.of(new Change.SetDefault("acl", DROP)));
    assertThat(timers.expired(WRITTEN_PS + TIMEOUT_PS)).containsExactly(entry);
  }

  @Test
  void thoseThatExpireTogetherAreInOrderOfTheirTablesAndKeys() {
    List<TableEntry> inOrder =
        List.of(
            entry("acl", 1, 0, TIMEOUT_NS),
            entry("acl", 2, 0, TIMEOUT_NS),
            entry("acl", 3, 0, TIMEOUT_NS),
            entry("routes", 1, 0, TIMEOUT_NS),
            entry("routes", 2, 0, TIMEOUT_NS));
    inOrder.reversed().forEach(this::put);
    assertThat(timers.expired(WRITTEN_PS + TIMEOUT_PS)).isEqualTo(inOrder);
  }
}
