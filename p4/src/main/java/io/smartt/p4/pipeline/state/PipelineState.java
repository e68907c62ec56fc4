package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.CounterArray;
import io.smartt.p4.bmv2.Bmv2Config.MeterArray;
import io.smartt.p4.bmv2.Bmv2Config.RegisterArray;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.state.Entry.ActionBinding;
import io.smartt.p4.pipeline.state.Entry.Target;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;
import io.smartt.p4.pipeline.table.MatchIndex;
import org.jspecify.annotations.Nullable;

/**
 * The state of one pipeline. Writers and control-plane readers take a lock; the data path takes
 * {@link #snapshot}, one volatile read, and touches counters and registers directly.
 *
 * <p>A batch is first resolved whole, which finds everything that can be wrong with it, and then
 * carried out, which cannot fail; the new snapshot is published with one write.
 */
public final class PipelineState implements PipelineControl {
  private final ProgramSchema schema;
  private final Map<String, TableState> tables = new LinkedHashMap<>();
  private final Map<String, ProfileState> profiles = new LinkedHashMap<>();
  private final Map<String, ProgramSchema.ValueSetSchema> valueSets = new LinkedHashMap<>();
  private final Map<String, CounterCells> counters = new LinkedHashMap<>();
  private final Map<String, RegisterCells> registers = new LinkedHashMap<>();
  private final Map<String, MeterCells> meters = new LinkedHashMap<>();
  private final ChangeResolver resolver;
  private final Object lock = new Object();
  private volatile Snapshot snapshot;

  /** The state that a program starts with. */
  public PipelineState(ProgramSchema schema) {
    this.schema = schema;
    for (String profile : schema.profiles()) {
      profiles.put(profile, new ProfileState());
    }
    for (TableSchema table : schema.tables()) {
      tables.put(table.name(), new TableState(table, profileOf(table), initialDefault(table)));
    }
    for (ProgramSchema.ValueSetSchema valueSet : schema.valueSets()) {
      valueSets.put(valueSet.name(), valueSet);
    }
    for (CounterArray counter : schema.counters()) {
      counters.put(counter.name(), new CounterCells(counter.size()));
    }
    for (RegisterArray register : schema.registers()) {
      registers.put(register.name(), new RegisterCells(register.size(), register.width()));
    }
    for (MeterArray meter : schema.meters()) {
      meters.put(meter.name(), new MeterCells(meter.size(), meter.bytes()));
    }
    resolver = new ChangeResolver(this, schema);
    ValueSetVersion[] empty =
        schema.valueSets().stream()
            .map(valueSet -> new ValueSetVersion(valueSet, List.of()))
            .toArray(ValueSetVersion[]::new);
    snapshot = new Snapshot(new TableVersion[0], new ProfileVersion[0], empty);
    List<Change> initial = new ArrayList<>();
    schema.initialEntries().forEach(entry -> initial.add(new Change.PutEntry(entry)));
    apply(initial);
  }

  private Optional<ProfileState> profileOf(TableSchema table) {
    return table.profile().isPresent()
        ? Optional.of(profile(schema.profiles().get(table.profile().getAsInt())))
        : Optional.empty();
  }

  private @Nullable Target initialDefault(TableSchema table) {
    EntryTarget.ActionCall call = schema.initialDefaults().get(table.name());
    ActionSchema action = call == null ? null : table.actions().get(call.action());
    return call == null || action == null ? null : Target.of(call, action.bind(call));
  }

  /** Returns what the data path is to work with now. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /** The cells of an indirect counter. */
  public CounterCells counterCells(String name) {
    return find(counters, name, "counter");
  }

  public RegisterCells registerCells(String name) {
    return find(registers, name, "register");
  }

  /** The cells of an indirect meter. */
  public MeterCells meterCells(String name) {
    return find(meters, name, "meter");
  }

  TableState table(String name) {
    return find(tables, name, "table");
  }

  ProfileState profile(String name) {
    return find(profiles, name, "action profile");
  }

  ProgramSchema.ValueSetSchema valueSetSchema(String name) {
    return find(valueSets, name, "parser value set");
  }

  private static <T> T find(Map<String, T> map, String name, String what) {
    T found = map.get(name);
    if (found == null) {
      throw new PipelineControl.UnknownNameException(
          "the program has no "
              + what
              + " "
              + name
              + (map.isEmpty() ? "" : "; it has " + String.join(", ", map.keySet())));
    }
    return found;
  }

  @Override
  public void apply(List<Change> changes) {
    synchronized (lock) {
      List<ChangeResolver.Step> steps = resolver.resolve(changes);
      ValueSetVersion[] newValueSets = snapshot.valueSets.clone();
      for (ChangeResolver.Step step : steps) {
        step.run(newValueSets);
      }
      // Untouched tables and profiles give versions that share all they hold.
      snapshot =
          new Snapshot(
              tables.values().stream().map(TableState::version).toArray(TableVersion[]::new),
              profiles.values().stream().map(ProfileState::version).toArray(ProfileVersion[]::new),
              newValueSets);
    }
  }

  @Override
  public Set<String> tables() {
    return Collections.unmodifiableSet(tables.keySet());
  }

  @Override
  public List<TableEntry> entries(String table) {
    synchronized (lock) {
      return table(table).entries();
    }
  }

  @Override
  public Optional<EntryTarget> defaultTarget(String table) {
    synchronized (lock) {
      return table(table).defaultTarget();
    }
  }

  @Override
  public Map<Integer, EntryTarget.ActionCall> members(String profile) {
    synchronized (lock) {
      return profile(profile).members();
    }
  }

  @Override
  public PacketByteCount counter(String counter, int index) {
    CounterCells cells = counterCells(counter);
    checkIndex("counter", counter, index, cells.size());
    return cells.get(index);
  }

  @Override
  public PacketByteCount directCounter(TableEntry entry) {
    return entryOf(entry).counter.get(0);
  }

  @Override
  public long lastHitPs(TableEntry entry) {
    return entryOf(entry).lastHitPs();
  }

  private Entry entryOf(TableEntry entry) {
    synchronized (lock) {
      TableState state = table(entry.table());
      Entry found = state.get(MatchRules.rule(state.schema(), entry.key(), entry.priority()));
      if (found == null) {
        throw new PipelineControl.InvalidChangeException(
            "table " + entry.table() + " has no entry " + entry.key());
      }
      return found;
    }
  }

  @Override
  public Bits register(String register, int index) {
    RegisterCells cells = registerCells(register);
    checkIndex("register", register, index, cells.size());
    return new Bits(cells.get(index), cells.width());
  }

  static void checkIndex(String what, String name, int index, int size) {
    if (index < 0 || index >= size) {
      throw new PipelineControl.InvalidChangeException(
          what + " " + name + " has cells 0 to " + (size - 1) + ", not " + index);
    }
  }

  @Override
  public Optional<PipelineControl.MeterConfig> meter(String meter, int index) {
    MeterCells cells = meterCells(meter);
    checkIndex("meter", meter, index, cells.size());
    return cells.config(index);
  }

  @Override
  public List<List<TableEntry.MatchValue>> valueSet(String valueSet) {
    return snapshot.valueSets[valueSetSchema(valueSet).index()].members();
  }

  /**
   * The whole control state at one moment; the data path reads one snapshot for a packet's control.
   */
  public static final class Snapshot {
    final TableVersion[] tables;
    final ProfileVersion[] profiles;
    final ValueSetVersion[] valueSets;

    Snapshot(TableVersion[] tables, ProfileVersion[] profiles, ValueSetVersion[] valueSets) {
      this.tables = tables;
      this.profiles = profiles;
      this.valueSets = valueSets;
    }

    /** A table by its index in the program. */
    public TableVersion table(int index) {
      return tables[index];
    }

    /** An action profile by its index in the program. */
    public ProfileVersion profile(int index) {
      return profiles[index];
    }

    /** A value set by its index in the program. */
    public ValueSetVersion valueSet(int index) {
      return valueSets[index];
    }
  }

  /** The content of an action profile between two changes, by slot. */
  public static final class ProfileVersion {
    private final @Nullable ActionBinding[] members;
    private final ActionBinding[][] groups;

    ProfileVersion(@Nullable ActionBinding[] members, ActionBinding[][] groups) {
      this.members = members;
      this.groups = groups;
    }

    @Nullable ActionBinding member(int slot) {
      return members[slot];
    }

    /** Each member as often as its weight says. */
    ActionBinding[] group(int slot) {
      return groups[slot];
    }
  }

  /** The content of a table between two changes. */
  public static final class TableVersion {
    private final MatchIndex<Entry> index;
    private final @Nullable Target defaultTarget;
    private final @Nullable ActionBinding defaultBinding;

    TableVersion(MatchIndex<Entry> index, @Nullable Target defaultTarget) {
      this.index = index;
      this.defaultTarget = defaultTarget;
      this.defaultBinding = defaultTarget == null ? null : defaultTarget.binding;
    }

    /** The entry that a key matches. */
    public @Nullable Entry find(long[] key) {
      return index.find(key);
    }

    /**
     * Returns what to run for a hit, or for a miss where {@code entry} is null: empty where nothing
     * was said or a member is gone. A group is left to {@link #group}.
     */
    public @Nullable ActionBinding binding(
        @Nullable Entry entry, @Nullable ProfileVersion profile) {
      Target target = entry == null ? defaultTarget : entry.target;
      if (target == null) {
        return null;
      }
      if (target.kind == Target.MEMBER && profile != null) {
        return profile.member(target.slot);
      }
      return target.binding;
    }

    /** Returns what to run in a table without action profile. */
    public @Nullable ActionBinding binding(@Nullable Entry entry) {
      return entry == null ? defaultBinding : entry.binding;
    }

    /** The members to choose from, where the entry or the default is a group; else null. */
    public ActionBinding @Nullable [] group(
        @Nullable Entry entry, @Nullable ProfileVersion profile) {
      Target target = entry == null ? defaultTarget : entry.target;
      return target != null && target.kind == Target.GROUP && profile != null
          ? profile.group(target.slot)
          : null;
    }

    /** Its entries; of the type that {@link TableSchema#indexType} says. */
    public MatchIndex<Entry> index() {
      return index;
    }

    @Nullable Target defaultTarget() {
      return defaultTarget;
    }
  }
}
