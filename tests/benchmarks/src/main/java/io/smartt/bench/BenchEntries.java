package io.smartt.bench;

import module java.base;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;

/** Short forms of entries. */
final class BenchEntries {
  private BenchEntries() {}

  static Change put(String table, MatchValue key, EntryTarget target) {
    return put(table, List.of(key), target);
  }

  static Change put(String table, List<MatchValue> keys, EntryTarget target) {
    return new Change.PutEntry(TableEntry.of(table, keys, 0, target));
  }

  static MatchValue exact(long value, int width) {
    return new MatchValue.Exact(Bits.of(value, width));
  }

  /** A prefix of an IPv4 address; what is beyond it is cut off. */
  static MatchValue prefix(int address, int length) {
    long mask = length == 0 ? 0 : 0xffffffffL << (32 - length) & 0xffffffffL;
    return new MatchValue.Lpm(Bits.of(address & mask, 32), length);
  }

  /** An action with its arguments as value, width, value, width. */
  static EntryTarget.ActionCall call(String action, long... valuesAndWidths) {
    List<Bits> arguments = new ArrayList<>();
    for (int i = 0; i < valuesAndWidths.length; i += 2) {
      arguments.add(Bits.of(valuesAndWidths[i], (int) valuesAndWidths[i + 1]));
    }
    return new EntryTarget.ActionCall(action, arguments);
  }
}
