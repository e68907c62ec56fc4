package io.smartt.emulation.cli;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** Cells of a row, by key, as a person reads them. */
final class Cells {
  private Cells() {}

  /** The value as it is; nothing where there is none. */
  static Object value(Map<String, Object> row, String key) {
    return Objects.requireNonNullElse(row.get(key), "");
  }

  /** As text; a dash where there is none. */
  static String text(Map<String, Object> row, String key) {
    return switch (value(row, key)) {
      case Optional<?> some -> some.map(String::valueOf).orElse("-");
      case Object value -> value.toString();
    };
  }

  /** Microseconds in a fitting unit; a dash where there are none. */
  static String time(Map<String, Object> row, String key) {
    return switch (value(row, key)) {
      case Double us -> Amounts.time(us);
      case OptionalDouble us when us.isPresent() -> Amounts.time(us.getAsDouble());
      case Optional<?> us when us.orElse(null) instanceof Double there -> Amounts.time(there);
      default -> "-";
    };
  }

  /** Bytes in a fitting unit; a dash where there are none. */
  static String bytes(Map<String, Object> row, String key) {
    return value(row, key) instanceof Long bytes ? Amounts.bytes(bytes) : "-";
  }
}
