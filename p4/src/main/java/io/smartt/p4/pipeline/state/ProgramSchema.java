package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.CounterArray;
import io.smartt.p4.bmv2.Bmv2Config.MeterArray;
import io.smartt.p4.bmv2.Bmv2Config.RegisterArray;
import io.smartt.p4.bmv2.TableDefinition.MatchType;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.table.MatchIndex;
import io.smartt.p4.pipeline.table.MatchIndex.LpmIndex;
import io.smartt.p4.pipeline.table.TupleSpaceIndex;

/**
 * Everything of a program that the control plane can name, and what it starts with.
 *
 * @param profiles names of the action profiles
 * @param profileActions the actions that the members of each profile may run, by name
 * @param counters indirect ones
 * @param meters indirect ones
 * @param initialEntries those that the program declares
 * @param initialDefaults the default action that the program declares, by table
 */
public record ProgramSchema(
    List<TableSchema> tables,
    List<String> profiles,
    List<Map<String, ActionSchema>> profileActions,
    List<ValueSetSchema> valueSets,
    List<CounterArray> counters,
    List<RegisterArray> registers,
    List<MeterArray> meters,
    List<TableEntry> initialEntries,
    Map<String, TableEntry.EntryTarget.ActionCall> initialDefaults) {
  /** Copies the collections. */
  public ProgramSchema {
    tables = List.copyOf(tables);
    profiles = List.copyOf(profiles);
    profileActions = List.copyOf(profileActions);
    valueSets = List.copyOf(valueSets);
    counters = List.copyOf(counters);
    registers = List.copyOf(registers);
    meters = List.copyOf(meters);
    initialEntries = List.copyOf(initialEntries);
    initialDefaults = Map.copyOf(initialDefaults);
  }

  /**
   * A parser value set as the control plane sees it.
   *
   * @param index among the program's value sets
   * @param width of a member in bits
   * @param keyShapes widths of the key fields of each parse state that asks the set
   */
  public record ValueSetSchema(String name, int index, int width, List<List<Integer>> keyShapes) {
    /** Copies the shapes. */
    public ValueSetSchema {
      keyShapes = keyShapes.stream().map(List::copyOf).toList();
    }
  }

  /**
   * A table as the control plane sees it.
   *
   * @param index among the program's tables
   * @param actions that its entries may run, by name
   * @param profile index of its action profile
   * @param constDefault whether the program forbids another default action
   * @param directMeter the meter that each entry has one of
   */
  public record TableSchema(
      String name,
      int index,
      List<KeyField> key,
      Map<String, ActionSchema> actions,
      OptionalInt profile,
      boolean constDefault,
      Optional<MeterArray> directMeter) {
    /** An array with a place for each value of so many bits is still small. */
    private static final int DIRECT_BITS = 10;

    /** Copies the collections. */
    public TableSchema {
      key = List.copyOf(key);
      actions = Map.copyOf(actions);
    }

    /**
     * One field of the key; it takes a long for each 64 bits.
     *
     * @param firstWord in the key
     */
    public record KeyField(String name, MatchType kind, int width, int firstWord) {
      /** Returns how many longs it takes. */
      public int words() {
        return Words.count(width);
      }
    }

    /** Returns how many longs the key takes. */
    public int words() {
      return key.stream().mapToInt(KeyField::words).sum();
    }

    /** Returns whether entries have a priority. */
    public boolean hasPriority() {
      return has(MatchType.TERNARY) || has(MatchType.RANGE);
    }

    private boolean has(MatchType kind) {
      return key.stream().anyMatch(field -> field.kind() == kind);
    }

    /** Returns what looks entries up. */
    public Class<?> indexType() {
      return emptyIndex().getClass();
    }

    <V> MatchIndex<V> emptyIndex() {
      if (key.isEmpty()) {
        return new MatchIndex.KeylessIndex<>();
      }
      int width = key.getFirst().width();
      if (!hasPriority() && !has(MatchType.LPM)) {
        return key.size() == 1 && width <= DIRECT_BITS
            ? new MatchIndex.DirectIndex<>(new Object[1 << width])
            : new MatchIndex.ExactIndex<>(words());
      }
      if (key.size() == 1 && has(MatchType.LPM) && width <= Long.SIZE) {
        return new LpmIndex<>(width);
      }
      return new TupleSpaceIndex<>(words());
    }
  }
}
