package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.pipeline.TableEntry;
import org.p4.v1.ActionProfileActionSet;
import org.p4.v1.MeterConfig;

/**
 * A table entry with what only the control plane cares about.
 *
 * @param entry as the pipeline has it
 * @param controllerMetadata the deprecated cookie
 * @param oneShot the action set, where the entry was programmed in one shot
 * @param meterConfig of the entry's direct meter, where one was given
 */
record StoredEntry(
    TableEntry entry,
    long controllerMetadata,
    Optional<OneShot> oneShot,
    Optional<MeterConfig> meterConfig) {

  /**
   * An action set as it was written, and the group that stands for it in the pipeline.
   *
   * @param memberIds in the order of the actions
   */
  record OneShot(ActionProfileActionSet written, int groupId, List<Integer> memberIds) {}

  /**
   * An entry that the program brings.
   *
   * @param constTable whether P4Info says that all entries of its table are constant
   */
  static StoredEntry ofProgram(TableEntry entry, boolean constTable) {
    TableEntry kept =
        new TableEntry(
            entry.table(),
            entry.key(),
            entry.priority(),
            entry.target(),
            entry.isConst() || constTable,
            entry.idleTimeoutNs(),
            entry.metadata());
    return new StoredEntry(kept, 0, Optional.empty(), Optional.empty());
  }
}
