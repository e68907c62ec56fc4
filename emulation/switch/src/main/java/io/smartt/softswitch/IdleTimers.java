package io.smartt.softswitch;

import module java.base;

import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;

/**
 * The entries of a pipeline that age: which have an idle timeout, and since when. An entry's timer
 * starts when it is written, and again with every packet that hits it and every notice (P4Runtime
 * section 9.1.8). Only entries that age cost anything. Safe for many threads.
 */
final class IdleTimers {
  private static final long PS_PER_NS = 1_000;

  private final PipelineControl control;
  private final LongSupplier clockPs;
  private final Map<Identity, Timer> timers = new ConcurrentHashMap<>();

  private record Identity(String table, List<TableEntry.MatchValue> key, int priority) {}

  private static final class Timer {
    final TableEntry entry;
    final long writtenPs;
    volatile long startPs;

    Timer(TableEntry entry, long nowPs) {
      this.entry = entry;
      writtenPs = nowPs;
      startPs = nowPs;
    }
  }

  /**
   * Creates the timers of a pipeline, none of which runs yet.
   *
   * @param clockPs the time that the pipeline's packets are given
   */
  IdleTimers(PipelineControl control, LongSupplier clockPs) {
    this.control = control;
    this.clockPs = clockPs;
  }

  /** Takes note of changes that were made. */
  void changed(List<Change> changes) {
    for (Change change : changes) {
      if (change instanceof Change.PutEntry(TableEntry entry)) {
        Identity identity = new Identity(entry.table(), entry.key(), entry.priority());
        if (entry.idleTimeoutNs() > 0) {
          timers.put(identity, new Timer(entry, clockPs.getAsLong()));
        } else if (!timers.isEmpty()) {
          timers.remove(identity);
        }
      } else if (change instanceof Change.RemoveEntry(var table, var key, var priority)
          && !timers.isEmpty()) {
        timers.remove(new Identity(table, key, priority));
      }
    }
  }

  /** Entries whose time is up; their timers start again. In a stable order. */
  List<TableEntry> expired(long nowPs) {
    List<TableEntry> expired = new ArrayList<>();
    for (Timer timer : timers.values()) {
      OptionalLong hit = lastHitPs(timer.entry);
      if (hit.isPresent()) {
        long since = Math.max(timer.startPs, hit.getAsLong());
        if ((nowPs - since) / PS_PER_NS >= timer.entry.idleTimeoutNs()) {
          timer.startPs = nowPs;
          expired.add(timer.entry);
        }
      }
    }
    expired.sort(Comparator.comparing(TableEntry::table).thenComparing(e -> e.key().toString()));
    return expired;
  }

  /** Nanoseconds since a packet hit the entry, or since it was written; empty where none ages. */
  OptionalLong sinceLastHitNs(TableEntry entry) {
    Timer timer = timers.get(new Identity(entry.table(), entry.key(), entry.priority()));
    if (timer == null) {
      return OptionalLong.empty();
    }
    OptionalLong hit = lastHitPs(entry);
    if (hit.isEmpty()) {
      return OptionalLong.empty();
    }
    long since = Math.max(timer.writtenPs, hit.getAsLong());
    return OptionalLong.of(Math.max(0, clockPs.getAsLong() - since) / PS_PER_NS);
  }

  /** Empty where the entry has just been removed. */
  private OptionalLong lastHitPs(TableEntry entry) {
    try {
      return OptionalLong.of(control.lastHitPs(entry));
    } catch (PipelineControl.InvalidChangeException e) {
      return OptionalLong.empty();
    }
  }
}
