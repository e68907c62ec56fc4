package io.smartt.host.settings;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Changes a settings record by name: the key {@code max-window-bdps} is the component {@code
 * maxWindowBdps}. Components are numbers or booleans.
 */
public final class RecordSettings {
  private RecordSettings() {}

  /** The keys of a settings record, in its order. */
  public static List<String> keys(Class<? extends Record> type) {
    return Arrays.stream(type.getRecordComponents()).map(RecordSettings::key).toList();
  }

  /**
   * The record with one setting changed.
   *
   * @throws IllegalArgumentException if there is no such key, if the value is not of its type or if
   *     the record refuses it; the message names the key and what is accepted
   */
  public static <R extends Record> R with(R settings, String key, String value) {
    @SuppressWarnings("unchecked") // the class of an R, as getClass() of a record says
    Class<R> type = (Class<R>) settings.getClass();
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    boolean found = false;
    for (int i = 0; i < components.length; i++) {
      if (key(components[i]).equals(key)) {
        values[i] = parse(components[i].getType(), key, value);
        found = true;
      } else {
        values[i] = get(settings, components[i]);
      }
    }
    if (!found) {
      throw new IllegalArgumentException(
          "unknown setting '" + key + "', accepted are " + String.join(", ", keys(type)));
    }
    return construct(type, components, values);
  }

  private static String key(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  private static Object parse(Class<?> type, String key, String value) {
    try {
      if (type == double.class) {
        return Double.valueOf(value);
      } else if (type == long.class) {
        return Long.valueOf(value);
      } else if (type == int.class) {
        return Integer.valueOf(value);
      }
    } catch (NumberFormatException e) {
      throw refused(key, value, type == double.class ? "a number" : "a whole number", e);
    }
    if (type == boolean.class && (value.equals("true") || value.equals("false"))) {
      return Boolean.valueOf(value);
    }
    throw refused(key, value, "true or false", null);
  }

  private static IllegalArgumentException refused(
      String key, String value, String accepted, @Nullable Throwable why) {
    return new IllegalArgumentException(
        "setting '" + key + "' is '" + value + "', accepted is " + accepted, why);
  }

  private static Object get(Record settings, RecordComponent component) {
    try {
      return component.getAccessor().invoke(settings);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }

  private static <R extends Record> R construct(
      Class<R> type, RecordComponent[] components, Object[] values) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<R> constructor = type.getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        throw refused;
      }
      throw new IllegalStateException("cannot make " + type, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make " + type, e);
    }
  }
}
