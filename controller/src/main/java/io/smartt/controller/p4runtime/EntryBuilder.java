package io.smartt.controller.p4runtime;

import module java.base;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;

/**
 * Builds a table entry from names. Names may be short where that is unambiguous; values are checked
 * against the program's widths as they come. A field that is not given is a don't-care.
 *
 * <pre>{@code
 * EntryBuilder.of(info, "ipv4_lpm").lpm("dst_addr", parse("10.0.1.0"), 24).group(7).entry()
 * }</pre>
 */
public final class EntryBuilder {
  private final P4InfoIndex.TableInfo table;
  private final Map<Integer, MatchValue> matches = new LinkedHashMap<>();
  private Optional<EntryTarget> target = Optional.empty();
  private int priority;

  private EntryBuilder(P4InfoIndex.TableInfo table) {
    this.table = table;
  }

  /** Starts an entry of the table of this name. */
  public static EntryBuilder of(P4InfoIndex info, String table) {
    return new EntryBuilder(info.tables().named(table));
  }

  /** {@code field == value}. */
  public EntryBuilder exact(String field, FieldValue value) {
    return match(field, MatchFieldInfo.MatchKind.EXACT, f -> new MatchValue.Exact(bits(f, value)));
  }

  /** {@code field == value}. */
  public EntryBuilder exact(String field, long value) {
    return exact(field, FieldValue.of(value));
  }

  /** The first bits of the field are those of the value; its other bits are ignored. */
  public EntryBuilder lpm(String field, FieldValue value, int prefixLength) {
    return match(
        field,
        MatchFieldInfo.MatchKind.LPM,
        f -> {
          if (prefixLength < 0 || prefixLength > f.width()) {
            throw wrong(
                f, "has a prefix length of 0 to %d, not %d".formatted(f.width(), prefixLength));
          }
          BigInteger mask = Bits.ones(prefixLength).value().shiftLeft(f.width() - prefixLength);
          return prefixLength == 0
              ? new MatchValue.Any()
              : new MatchValue.Lpm(
                  new Bits(bits(f, value).value().and(mask), f.width()), prefixLength);
        });
  }

  /** {@code field & mask == value & mask}. */
  public EntryBuilder ternary(String field, FieldValue value, FieldValue mask) {
    return match(
        field,
        MatchFieldInfo.MatchKind.TERNARY,
        f -> {
          Bits m = bits(f, mask);
          return m.value().signum() == 0
              ? new MatchValue.Any()
              : new MatchValue.Ternary(
                  new Bits(bits(f, value).value().and(m.value()), f.width()), m);
        });
  }

  /** {@code low <= field <= high}. */
  public EntryBuilder range(String field, FieldValue low, FieldValue high) {
    return match(
        field,
        MatchFieldInfo.MatchKind.RANGE,
        f -> {
          Bits from = bits(f, low);
          Bits to = bits(f, high);
          if (from.value().compareTo(to.value()) > 0) {
            throw wrong(
                f, "has a range from %s to %s, which is empty".formatted(low.text(), high.text()));
          }
          return from.value().signum() == 0 && to.equals(Bits.ones(f.width()))
              ? new MatchValue.Any()
              : new MatchValue.Range(from, to);
        });
  }

  /** {@code field == value}, for a field that may be left out. */
  public EntryBuilder optional(String field, FieldValue value) {
    return match(
        field, MatchFieldInfo.MatchKind.OPTIONAL, f -> new MatchValue.Optional(bits(f, value)));
  }

  /** Higher wins; for tables with a ternary, range or optional field. */
  public EntryBuilder priority(int newPriority) {
    priority = newPriority;
    return this;
  }

  /** Sets the action of a hit; the arguments are by parameter name. */
  public EntryBuilder action(String name, Map<String, FieldValue> arguments) {
    target = Optional.of(call(table.actionRefs().named(name).action(), arguments));
    return this;
  }

  /** Sets a member of the table's action profile as the target of a hit. */
  public EntryBuilder member(int id) {
    target = Optional.of(new EntryTarget.Member(id));
    return this;
  }

  /** Sets a group of the table's action selector as the target of a hit. */
  public EntryBuilder group(int id) {
    target = Optional.of(new EntryTarget.Group(id));
    return this;
  }

  /**
   * The entry.
   *
   * @throws IllegalArgumentException where something is missing
   */
  public P4Entity.Entry entry() {
    if (table.needsPriority() != priority > 0) {
      throw new IllegalArgumentException(
          table.needsPriority()
              ? "table %s needs a priority above 0".formatted(table.name())
              : "table %s takes no priority".formatted(table.name()));
    }
    List<MatchValue> key = new ArrayList<>();
    for (MatchFieldInfo field : table.matchFields()) {
      MatchValue value = matches.getOrDefault(field.id(), new MatchValue.Any());
      if (field.kind() == MatchFieldInfo.MatchKind.EXACT && value instanceof MatchValue.Any) {
        throw wrong(field, "is exact and must be given");
      }
      key.add(value);
    }
    EntryTarget what =
        target.orElseThrow(
            () -> new IllegalArgumentException("entry of " + table.name() + " has no action"));
    return new P4Entity.Entry(TableEntry.of(table.name(), key, priority, what));
  }

  /** Returns the action as the table's default entry, which a miss runs. */
  public P4Entity.DefaultEntry defaultEntry() {
    if (matches.isEmpty() && target.orElse(null) instanceof EntryTarget.ActionCall call) {
      return new P4Entity.DefaultEntry(table.name(), call);
    }
    throw new IllegalArgumentException(
        "the default entry of %s needs an action and no match".formatted(table.name()));
  }

  /**
   * An action with arguments by name, in declaration order.
   *
   * @throws IllegalArgumentException where one is missing
   */
  public static EntryTarget.ActionCall call(
      P4InfoIndex.ActionInfo action, Map<String, FieldValue> arguments) {
    Map<String, FieldValue> byFullName = new LinkedHashMap<>();
    arguments.forEach((name, v) -> byFullName.put(action.params().named(name).name(), v));
    return new EntryTarget.ActionCall(
        action.name(),
        action.params().stream()
            .map(param -> {
              FieldValue value = byFullName.get(param.name());
              if (value == null) {
                throw new IllegalArgumentException(
                    "action %s needs %s".formatted(action.name(), param.name()));
              }
              return value.toBits(action.name() + "." + param.name(), param.width());
            })
            .toList());
  }

  private EntryBuilder match(
      String name, MatchFieldInfo.MatchKind kind, Function<MatchFieldInfo, MatchValue> make) {
    MatchFieldInfo field = table.matchFields().named(name);
    if (field.kind() != kind) {
      throw wrong(field, "is matched %s, not %s".formatted(field.kind(), kind));
    }
    if (field.width() == 0
        && kind != MatchFieldInfo.MatchKind.EXACT
        && kind != MatchFieldInfo.MatchKind.OPTIONAL) {
      throw wrong(field, "takes a string, which P4Runtime does not match " + kind);
    }
    matches.put(field.id(), make.apply(field));
    return this;
  }

  private Bits bits(MatchFieldInfo field, FieldValue value) {
    return value.toBits(table.name() + "[" + field.name() + "]", field.width());
  }

  private IllegalArgumentException wrong(MatchFieldInfo field, String what) {
    return new IllegalArgumentException("%s[%s] %s".formatted(table.name(), field.name(), what));
  }
}
