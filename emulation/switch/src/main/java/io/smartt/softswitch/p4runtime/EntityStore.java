package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.softswitch.p4runtime.TableEntryWriter.EntryKey;
import org.p4.v1.ActionProfileActionSet;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.DigestEntry;
import org.p4.v1.MeterConfig;
import org.p4.v1.MulticastGroupEntry;

/**
 * The entities that controllers wrote into one pipeline, kept so that it reads back as it was
 * written and so that a write is checked before the pipeline hears of it. Counters, registers and
 * value sets are not here: the pipeline has them. Guarded by the device's lock.
 */
final class EntityStore {
  /** One cell of an indirect meter. */
  record MeterCell(String meter, int index) {}

  private final Map<String, Map<EntryKey, StoredEntry>> tables = new HashMap<>();
  private final Map<String, Set<EntryKey>> initial = new HashMap<>();
  private final Map<String, StoredEntry> defaults = new HashMap<>();
  private final Map<String, ProfileState> profiles = new HashMap<>();
  private final Map<String, Integer> oneShotEntries = new HashMap<>();
  private final Map<String, Integer> selectorFill = new HashMap<>();
  private final Map<Integer, MulticastGroupEntry> multicastGroups =
      new TreeMap<>(Integer::compareUnsigned);
  private final Map<Integer, CloneSessionEntry> cloneSessions =
      new TreeMap<>(Integer::compareUnsigned);
  private final Map<Integer, Integer> mirroredGroups = new HashMap<>();
  private final Map<Integer, DigestEntry.Config> digests = new ConcurrentHashMap<>();
  private final Map<MeterCell, MeterConfig> meters = new HashMap<>();

  /** The state that a program starts with. */
  EntityStore(P4InfoIndex info, PipelineControl control) {
    for (TableInfo table : info.tables()) {
      Map<EntryKey, StoredEntry> entries = new LinkedHashMap<>();
      for (TableEntry entry : control.entries(table.name())) {
        entries.put(EntryKey.of(entry), StoredEntry.ofProgram(entry, table.isConst()));
      }
      tables.put(table.name(), entries);
      initial.put(table.name(), Set.copyOf(entries.keySet()));
    }
    for (P4InfoIndex.ActionProfileInfo profile : info.actionProfiles()) {
      profiles.put(profile.name(), new ProfileState());
    }
  }

  /** Entries by key, in order of insertion. */
  Map<EntryKey, StoredEntry> entries(TableInfo table) {
    return Optional.ofNullable(tables.get(table.name())).orElseThrow();
  }

  Optional<StoredEntry> entry(TableInfo table, EntryKey key) {
    return Optional.ofNullable(entries(table).get(key));
  }

  /** The entries that the program brings; a controller may have removed some. */
  Set<EntryKey> initial(String table) {
    return initial.getOrDefault(table, Set.of());
  }

  /** Default entries that a controller set, by table. */
  Map<String, StoredEntry> defaults() {
    return defaults;
  }

  ProfileState profile(P4InfoIndex.ActionProfileInfo profile) {
    return Optional.ofNullable(profiles.get(profile.name())).orElseThrow();
  }

  /** Returns how many entries were programmed in one shot, by selector. */
  Map<String, Integer> oneShotEntries() {
    return oneShotEntries;
  }

  /** Sum of group sizes by selector. */
  Map<String, Integer> selectorFill() {
    return selectorFill;
  }

  Map<Integer, MulticastGroupEntry> multicastGroups() {
    return multicastGroups;
  }

  Map<Integer, CloneSessionEntry> cloneSessions() {
    return cloneSessions;
  }

  /** Multicast groups that clone sessions name, by session; P4Runtime has no word for that. */
  Map<Integer, Integer> mirroredGroups() {
    return mirroredGroups;
  }

  /** Returns the digests, which may be read without the lock. */
  Map<Integer, DigestEntry.Config> digests() {
    return digests;
  }

  /** Meter cells that are not at their default. */
  Map<MeterCell, MeterConfig> meters() {
    return meters;
  }

  /**
   * The members and groups that controllers wrote into one action profile. Members and groups of
   * one-shot entries are not among them; they are numbered from {@link #nextHiddenId} and shown as
   * they were written.
   */
  static final class ProfileState {
    private final Map<Integer, TableEntry.EntryTarget.ActionCall> members =
        new TreeMap<>(Integer::compareUnsigned);
    private final Map<Integer, ActionProfileGroup> groups = new TreeMap<>(Integer::compareUnsigned);
    private final Map<Integer, Integer> memberUses = new HashMap<>();
    private final Map<Integer, Integer> groupUses = new HashMap<>();
    private int lastHiddenId;

    Map<Integer, TableEntry.EntryTarget.ActionCall> members() {
      return members;
    }

    Map<Integer, ActionProfileGroup> groups() {
      return groups;
    }

    /** Returns how many entries and groups refer to each member. */
    Map<Integer, Integer> memberUses() {
      return memberUses;
    }

    /** Returns how many entries refer to each group. */
    Map<Integer, Integer> groupUses() {
      return groupUses;
    }

    int nextHiddenId() {
      return ++lastHiddenId;
    }
  }

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
}
