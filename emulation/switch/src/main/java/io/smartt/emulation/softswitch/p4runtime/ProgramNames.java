package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.InvalidChangeException;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.p4.config.v1.P4Info;
import org.p4.config.v1.Preamble;
import org.p4.config.v1.Table;

/**
 * Matches the names of a P4Info with those of a program. P4Info is of the source: p4c's optimiser
 * may since have removed a table that no packet can reach, and nothing can be written to that. But
 * a program with tables that its P4Info lacks, and the other way round, is another program.
 */
final class ProgramNames {
  private final PipelineControl control;
  private final P4Info.Builder kept;

  private ProgramNames(P4Info info, PipelineControl control) {
    this.control = control;
    this.kept = info.toBuilder();
  }

  /** The part of a P4Info that the program has; INVALID_ARGUMENT where they are of two programs. */
  static P4InfoIndex matched(P4Info info, PipelineControl control) {
    return new ProgramNames(info, control).match();
  }

  private P4InfoIndex match() {
    dropMissingTables();
    dropMissingArrays();
    return P4InfoIndex.of(kept.build());
  }

  private void dropMissingTables() {
    Set<String> unknown = new TreeSet<>(control.tables());
    // Tables that p4c makes of statements have no control in their names.
    unknown.removeIf(name -> !name.contains("."));
    List<Table> there = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Table table : kept.getTablesList()) {
      String name = table.getPreamble().getName();
      unknown.remove(name);
      if (control.tables().contains(name)) {
        there.add(table);
      } else {
        missing.add(name);
      }
    }
    if (!missing.isEmpty() && !unknown.isEmpty()) {
      throw Refusal.invalid(
          "p4info and p4_device_config are of different programs: the program has no table %s; p4info has no %s"
              .formatted(missing.getFirst(), String.join(", ", unknown)));
    }
    kept.clearTables().addAllTables(there);
  }

  private void dropMissingArrays() {
    for (int i = kept.getActionProfilesCount() - 1; i >= 0; i--) {
      String name = kept.getActionProfiles(i).getPreamble().getName();
      if (isMissing(() -> control.members(name))) {
        kept.removeActionProfiles(i);
      }
    }
    for (int i = kept.getCountersCount() - 1; i >= 0; i--) {
      Preamble counter = kept.getCounters(i).getPreamble();
      long size = kept.getCounters(i).getSize();
      if (isMissing("counter", size, cell -> control.counter(counter.getName(), cell))) {
        kept.removeCounters(i);
      }
    }
    for (int i = kept.getMetersCount() - 1; i >= 0; i--) {
      Preamble meter = kept.getMeters(i).getPreamble();
      long size = kept.getMeters(i).getSize();
      if (isMissing("meter", size, cell -> control.meter(meter.getName(), cell))) {
        kept.removeMeters(i);
      }
    }
    for (int i = kept.getRegistersCount() - 1; i >= 0; i--) {
      Preamble register = kept.getRegisters(i).getPreamble();
      long size = kept.getRegisters(i).getSize();
      if (isMissing("register", size, cell -> control.register(register.getName(), cell))) {
        kept.removeRegisters(i);
      }
    }
    for (int i = kept.getValueSetsCount() - 1; i >= 0; i--) {
      String name = kept.getValueSets(i).getPreamble().getName();
      if (isMissing(() -> control.valueSet(name))) {
        kept.removeValueSets(i);
      }
    }
  }

  /** Returns whether an array is missing; INVALID_ARGUMENT where it is there but smaller. */
  private static boolean isMissing(String kind, long size, IntConsumer lookUp) {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw Refusal.invalid("p4info: a %s has size %d".formatted(kind, size));
    }
    try {
      return size > 0 && isMissing(() -> lookUp.accept((int) size - 1));
    } catch (InvalidChangeException e) {
      throw Refusal.invalid(
          "p4info and p4_device_config disagree on sizes: %s".formatted(e.getMessage()));
    }
  }

  private static boolean isMissing(Runnable lookUp) {
    try {
      lookUp.run();
      return false;
    } catch (UnknownNameException e) {
      return true;
    }
  }
}
