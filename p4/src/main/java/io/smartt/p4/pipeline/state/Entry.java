package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.table.Rule;
import org.jspecify.annotations.Nullable;

/** An entry of a table as the data path finds it. */
public final class Entry {
  private static final VarHandle LAST_HIT;

  static {
    try {
      LAST_HIT = MethodHandles.lookup().findVarHandle(Entry.class, "lastHitPs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final TableEntry source;
  final Rule rule;
  final Target target;

  /** The action; null where an action profile has it. Duplicates the target's for speed. */
  final @Nullable ActionBinding binding;

  final CounterCells counter;
  private final Optional<MeterCells> meter;

  @SuppressWarnings("UnusedVariable") // Reached through the handle.
  private long lastHitPs;

  Entry(
      TableEntry source,
      Rule rule,
      Target target,
      CounterCells counter,
      Optional<MeterCells> meter,
      long lastHitPs) {
    this.source = source;
    this.rule = rule;
    this.target = target;
    this.binding = target.binding;
    this.counter = counter;
    this.meter = meter;
    this.lastHitPs = lastHitPs;
  }

  /** Returns the entry as the control plane wrote it. */
  public TableEntry source() {
    return source;
  }

  /** The one cell of the entry's direct counter. */
  public CounterCells counter() {
    return counter;
  }

  /** The entry's direct meter, where its table has one. */
  public Optional<MeterCells> meter() {
    return meter;
  }

  /** Remembers when a packet last matched. */
  public void hit(long nowPs) {
    LAST_HIT.setOpaque(this, nowPs);
  }

  long lastHitPs() {
    return (long) LAST_HIT.getOpaque(this);
  }

  /** The target of an entry, resolved for the data path. */
  static final class Target {
    /** A member of the table's action profile, by slot. */
    static final int MEMBER = 1;

    /** A group of the table's action profile, by slot. */
    static final int GROUP = 2;

    private static final int ACTION = 0;

    final EntryTarget source;
    final int kind;
    final @Nullable ActionBinding binding;
    final int slot;

    private Target(EntryTarget source, int kind, @Nullable ActionBinding binding, int slot) {
      this.source = source;
      this.kind = kind;
      this.binding = binding;
      this.slot = slot;
    }

    static Target of(EntryTarget source, ActionBinding binding) {
      return new Target(source, ACTION, binding, -1);
    }

    static Target of(EntryTarget source, int kind, int slot) {
      return new Target(source, kind, null, slot);
    }
  }

  /** An action and its arguments, ready for the data path. Immutable. */
  public static final class ActionBinding {
    private final int action;
    private final long[] arguments;

    ActionBinding(int action, long[] arguments) {
      this.action = action;
      this.arguments = arguments;
    }

    /** Index of the action in the program. */
    public int action() {
      return action;
    }

    /**
     * The arguments, laid out as the action's {@link ActionSchema} says. Not copied, for the data
     * path's sake; not to be changed.
     */
    public long[] arguments() {
      return arguments;
    }
  }
}
