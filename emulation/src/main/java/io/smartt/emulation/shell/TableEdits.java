package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import org.p4.v1.Update;

/**
 * The commands that edit tables. Handles number the entries of a table in the order in which this
 * shell first saw them.
 */
final class TableEdits {
  private static final String ARROW = "=>";

  private final ShellOutput output;
  private final Map<String, EntryNumbers> handles = new HashMap<>();

  /** Members of action profiles that this shell made: switch, profile and id. */
  private final Set<String> own = new HashSet<>();

  TableEdits(ShellOutput output) {
    this.output = output;
  }

  private static TableInfo table(ProgrammedSwitch sw, String name) {
    return SwitchEdits.named(() -> sw.info().tables().named(name));
  }

  private static TableInfo writable(ProgrammedSwitch sw, String name) {
    TableInfo table = table(sw, name);
    if (table.isConst()) {
      throw new UserInputException(table.name() + " has entries of the program, for good");
    }
    return table;
  }

  private static ActionInfo action(ProgrammedSwitch sw, String name) {
    return SwitchEdits.named(() -> sw.info().actions().named(name));
  }

  /** {@code table_add}. */
  void add(ProgrammedSwitch sw, String name, List<String> words) {
    int arrow = words.indexOf(ARROW);
    if (words.size() < 3 || arrow < 2) {
      throw new UserInputException("write " + SwitchEdits.FORMS.get("table_add"));
    }
    TableInfo table = writable(sw, words.getFirst());
    ActionInfo action = action(sw, words.get(1));
    List<String> behind = words.subList(arrow + 1, words.size());
    boolean withPriority = table.needsPriority();
    if (withPriority && behind.isEmpty()) {
      throw new UserInputException(
          table.name() + " needs a priority behind the parameters; the highest wins");
    }
    List<String> parameters = withPriority ? behind.subList(0, behind.size() - 1) : behind;
    int priority =
        withPriority
            ? EntryWords.bits(behind.getLast(), 31, "priority").value().intValueExact()
            : 0;
    List<TableEntry.MatchValue> key = EntryWords.key(table, words.subList(2, arrow));
    EntryTarget.ActionCall call = EntryWords.call(action, parameters);
    EntryNumbers known = seen(sw, name, table);
    TableEntry entry = TableEntry.of(table.name(), key, priority, target(sw, table, call));
    sw.write(Update.Type.INSERT, List.of(new P4Entity.Entry(entry)));
    known.see(sw.entries(table.name()));
    known
        .entries()
        .forEach((handle, there) -> {
          if (EntryNumbers.identity(there).equals(EntryNumbers.identity(entry))) {
            output.line("entry " + handle + " of " + table.name());
          }
        });
  }

  private EntryNumbers seen(ProgrammedSwitch sw, String name, TableInfo table) {
    EntryNumbers known =
        handles.computeIfAbsent(name + " " + table.name(), _ -> new EntryNumbers());
    known.see(sw.entries(table.name()));
    return known;
  }

  private TableEntry entry(ProgrammedSwitch sw, String name, TableInfo table, String word) {
    EntryNumbers known = seen(sw, name, table);
    int handle = EntryWords.bits(word, 31, "handle").value().intValueExact();
    TableEntry entry = known.entries().get(handle);
    if (entry == null) {
      throw new UserInputException(
          "%s has no entry %d; table_dump %s lists them"
              .formatted(table.name(), handle, table.name()));
    }
    return entry;
  }

  /** {@code table_modify}. */
  void modify(ProgrammedSwitch sw, String name, List<String> words) {
    SwitchEdits.need("table_modify", words, 3, Integer.MAX_VALUE);
    TableInfo table = writable(sw, words.getFirst());
    TableEntry old = entry(sw, name, table, words.get(2));
    List<String> parameters =
        words.subList(3, words.size()).stream().filter(word -> !word.equals(ARROW)).toList();
    EntryTarget.ActionCall call = EntryWords.call(action(sw, words.get(1)), parameters);
    EntryTarget target = target(sw, table, call);
    sw.write(
        Update.Type.MODIFY,
        List.of(
            new P4Entity.Entry(TableEntry.of(table.name(), old.key(), old.priority(), target))));
    forget(sw, table, old.target());
  }

  /** An action, or where the table has an action profile, a new member of it with that action. */
  private EntryTarget target(ProgrammedSwitch sw, TableInfo table, EntryTarget.ActionCall call) {
    if (table.implementation().isEmpty()) {
      return call;
    }
    String profile = table.implementation().get().name();
    SortedMap<Integer, EntryTarget.ActionCall> there = sw.members(profile);
    int id = there.isEmpty() ? 1 : there.lastKey() + 1;
    sw.write(Update.Type.INSERT, List.of(new P4Entity.Member(profile, id, call)));
    own.add(sw.client().switchId() + " " + profile + " " + id);
    return new EntryTarget.Member(id);
  }

  /** Removes the member of an entry that is no more, if this shell made it. */
  private void forget(ProgrammedSwitch sw, TableInfo table, EntryTarget target) {
    if (target instanceof EntryTarget.Member(int id)) {
      String profile = table.implementation().orElseThrow().name();
      if (own.remove(sw.client().switchId() + " " + profile + " " + id)) {
        EntryTarget.ActionCall call = sw.members(profile).get(id);
        if (call != null) {
          sw.write(Update.Type.DELETE, List.of(new P4Entity.Member(profile, id, call)));
        }
      }
    }
  }

  /** {@code table_delete}. */
  void delete(ProgrammedSwitch sw, String name, List<String> words) {
    SwitchEdits.need("table_delete", words, 2, 2);
    TableInfo table = writable(sw, words.getFirst());
    TableEntry old = entry(sw, name, table, words.get(1));
    sw.write(Update.Type.DELETE, List.of(new P4Entity.Entry(old)));
    forget(sw, table, old.target());
  }

  /** {@code table_set_default}. */
  static void setDefault(ProgrammedSwitch sw, List<String> words) {
    SwitchEdits.need("table_set_default", words, 2, Integer.MAX_VALUE);
    TableInfo table = table(sw, words.getFirst());
    EntryTarget.ActionCall call =
        EntryWords.call(
            action(sw, words.get(1)),
            words.subList(2, words.size()).stream().filter(word -> !word.equals(ARROW)).toList());
    sw.write(Update.Type.MODIFY, List.of(new P4Entity.DefaultEntry(table.name(), call)));
  }

  /** {@code table_dump}. */
  void dump(ProgrammedSwitch sw, String name, List<String> words) {
    TableInfo table = table(sw, words.getFirst());
    List<List<String>> rows = new ArrayList<>();
    seen(sw, name, table)
        .entries()
        .forEach((handle, entry) ->
            rows.add(
                List.of(
                    Integer.toString(handle),
                    SwitchViews.match(table, entry),
                    SwitchViews.target(sw, table, entry.target()))));
    sw.defaultAction(table.name())
        .ifPresent(call -> rows.add(List.of("", "default", SwitchViews.action(sw, call))));
    output.table(List.of("handle", "match", "action"), rows);
  }

  /**
   * The entries of one table by number, as simple_switch_CLI numbers them. What is gone loses its
   * number, what is new gets the next.
   */
  static final class EntryNumbers {
    private final Map<Integer, TableEntry> entries = new LinkedHashMap<>();
    private int next;

    /** Numbers what is in the table now. */
    void see(List<TableEntry> now) {
      Map<List<Object>, TableEntry> left = new LinkedHashMap<>();
      now.forEach(entry -> left.put(identity(entry), entry));
      entries
          .entrySet()
          .removeIf(known -> {
            TableEntry there = left.remove(identity(known.getValue()));
            if (there != null) {
              known.setValue(there);
            }
            return there == null;
          });
      left.values().forEach(entry -> entries.put(next++, entry));
    }

    /** Returns the entries that were last seen, by number. */
    Map<Integer, TableEntry> entries() {
      return Collections.unmodifiableMap(entries);
    }

    /** Returns what tells an entry from the others of its table. */
    static List<Object> identity(TableEntry entry) {
      return List.of(entry.key(), entry.priority());
    }
  }
}
