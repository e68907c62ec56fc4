package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.pipeline.MatchValue;
import io.smartt.p4.pipeline.TableEntry;
import java.util.List;

/** What tells entries of one table apart. */
record EntryKey(List<MatchValue> key, int priority) {
  static EntryKey of(TableEntry entry) {
    return new EntryKey(entry.key(), entry.priority());
  }
}
