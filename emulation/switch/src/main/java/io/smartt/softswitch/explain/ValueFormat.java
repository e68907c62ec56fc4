package io.smartt.softswitch.explain;

import module java.base;

import io.smartt.controller.address.Ipv4;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.p4.pipeline.TraceEvent.FieldValue;

/** Values as a person reads them: addresses as addresses, counts in decimal, the rest in hex. */
public final class ValueFormat {
  private static final Pattern COUNT =
      Pattern.compile("port|len|size|depth|count|spec|rid|grp|priority|ttl|index|id$");

  private ValueFormat() {}

  /** The value of a field as people write it: addresses, counts, otherwise hexadecimal. */
  public static String of(String field, Bits bits) {
    if (bits.width() == 0) {
      return "empty";
    }
    long value = bits.value().bitLength() < Long.SIZE ? bits.value().longValue() : -1;
    String name = field.toLowerCase(Locale.ROOT);
    if (bits.width() == 48) {
      return "%012x".formatted(value).replaceAll("(..)(?!$)", "$1:");
    }
    if (bits.width() == 32 && name.contains("addr")) {
      return new Ipv4((int) value).toString();
    }
    boolean small = value >= 0 && value < 10;
    boolean count = value >= 0 && value < 0x10000 && COUNT.matcher(name).find();
    return small || count ? Long.toString(value) : "0x" + bits.value().toString(16);
  }

  /** Fields with their values, one after the other. */
  public static String of(List<FieldValue> fields, String between) {
    return fields.stream()
        .map(field -> field.name() + between + of(field.name(), field.value()))
        .collect(Collectors.joining(", "));
  }

  /** Returns what an entry matches and what it runs. */
  public static String of(TableEntry entry, List<FieldValue> key) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < entry.key().size(); i++) {
      parts.add(of(key.get(i).name(), entry.key().get(i)));
    }
    String target =
        switch (entry.target()) {
          case EntryTarget.ActionCall(var action, var _) -> action;
          case EntryTarget.Member(var id) -> "member " + Integer.toUnsignedString(id);
          case EntryTarget.Group(var id) -> "group " + Integer.toUnsignedString(id);
        };
    return "%s%s -> %s"
        .formatted(
            String.join(", ", parts),
            entry.priority() == 0 ? "" : " at priority " + entry.priority(),
            target);
  }

  /** Returns what an entry wants of a field. */
  public static String of(String field, MatchValue value) {
    return switch (value) {
      case MatchValue.Exact(var bits) -> of(field, bits);
      case MatchValue.Optional(var bits) -> of(field, bits);
      case MatchValue.Lpm(var bits, var length) -> of(field, bits) + "/" + length;
      case MatchValue.Ternary(var bits, var mask) ->
          of(field, bits) + " &&& 0x" + mask.value().toString(16);
      case MatchValue.Range(var low, var high) -> of(field, low) + ".." + of(field, high);
      case MatchValue.Any() -> "any";
    };
  }
}
