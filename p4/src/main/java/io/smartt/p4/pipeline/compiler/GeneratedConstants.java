package io.smartt.p4.pipeline.compiler;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Objects that generated code refers to; each becomes a static final field. */
final class GeneratedConstants {
  private final List<Object> values = new ArrayList<>();
  private final List<Class<?>> types = new ArrayList<>();
  private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();

  /** The number of an object that code refers to as a {@code type}. */
  int number(Object value, Class<?> type) {
    return numbers.computeIfAbsent(
        value,
        _ -> {
          values.add(value);
          types.add(type);
          return values.size() - 1;
        });
  }

  /** The objects by their number. */
  List<Object> values() {
    return List.copyOf(values);
  }

  /** What code refers to an object as. */
  Class<?> type(int number) {
    return types.get(number);
  }
}
