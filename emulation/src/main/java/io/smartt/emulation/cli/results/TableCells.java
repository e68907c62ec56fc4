package io.smartt.emulation.cli.results;

import module java.base;

/** Formats the values of a row as cells of a table. */
public final class TableCells {
  private TableCells() {}

  /** The value as it is; nothing where there is none. */
  static Object value(Map<String, Object> row, String key) {
    return Objects.requireNonNullElse(row.get(key), "");
  }

  /** Returns a cell as text; a dash where there is none. */
  public static String text(Map<String, Object> row, String key) {
    return switch (value(row, key)) {
      case Optional<?> some -> some.map(String::valueOf).orElse("-");
      case Object value -> value.toString();
    };
  }

  /** Microseconds in a fitting unit; a dash where there are none. */
  public static String time(Map<String, Object> row, String key) {
    return switch (value(row, key)) {
      case Double us -> HumanFormat.time(us);
      case OptionalDouble us when us.isPresent() -> HumanFormat.time(us.getAsDouble());
      case Optional<?> us when us.orElse(null) instanceof Double there -> HumanFormat.time(there);
      default -> "-";
    };
  }

  /** Bytes in a fitting unit; a dash where there are none. */
  public static String bytes(Map<String, Object> row, String key) {
    return value(row, key) instanceof Long bytes ? HumanFormat.bytes(bytes) : "-";
  }
}
