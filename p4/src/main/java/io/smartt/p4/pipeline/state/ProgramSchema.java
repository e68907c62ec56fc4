package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.CounterArray;
import io.smartt.p4.bmv2.Bmv2Config.MeterArray;
import io.smartt.p4.bmv2.Bmv2Config.RegisterArray;
import io.smartt.p4.pipeline.TableEntry;

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
}
