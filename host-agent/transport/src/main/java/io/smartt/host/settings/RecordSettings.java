package io.smartt.host.settings;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Settings records by name: the key {@code max-window-bdps} is the component {@code maxWindowBdps}.
 * Components are numbers, booleans, texts or enums, whose values are written {@code like-this};
 * each has a {@link Setting}.
 */
public final class RecordSettings {
  private RecordSettings() {}

  /** The keys of a settings record, in its order. */
  public static List<String> keys(Class<? extends Record> type) {
    return Arrays.stream(type.getRecordComponents()).map(RecordSettings::key).toList();
  }

  /** The descriptions of the settings of a record, in its order. */
  public static List<SettingInfo> describe(Class<? extends Record> type) {
    return Arrays.stream(type.getRecordComponents()).map(RecordSettings::describe).toList();
  }

  /** The record with the default of every component. */
  public static <R extends Record> R defaults(Class<R> type) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = parse(components[i], setting(components[i]).defaultValue());
    }
    return construct(type, components, values);
  }

  /**
   * The record with one setting changed.
   *
   * @throws IllegalArgumentException if there is no such key, if the value is not of its type or if
   *     the record refuses it; the message names the key and what is accepted
   */
  public static <R extends Record> R with(R settings, String key, String value) {
    return with(settings, Map.of(key, value));
  }

  /**
   * The record with several settings changed at once. Throws as {@link #with(Record, String,
   * String)}.
   */
  public static <R extends Record> R with(R settings, Map<String, String> changes) {
    @SuppressWarnings("unchecked") // the class of an R, as getClass() of a record says
    Class<R> type = (Class<R>) settings.getClass();
    RecordComponent[] components = type.getRecordComponents();
    Map<String, String> left = new LinkedHashMap<>(changes);
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      String value = left.remove(key(components[i]));
      values[i] = value == null ? get(settings, components[i]) : parse(components[i], value);
    }
    if (!left.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown setting '%s', accepted are %s"
              .formatted(left.keySet().iterator().next(), String.join(", ", keys(type))));
    }
    return construct(type, components, values);
  }

  private static String key(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  private static SettingInfo describe(RecordComponent component) {
    Setting setting = setting(component);
    return new SettingInfo(
        key(component),
        form(component.getType()),
        words(component.getType()),
        setting.defaultValue(),
        setting.meaning());
  }

  private static Setting setting(RecordComponent component) {
    Setting setting = component.getAnnotation(Setting.class);
    if (setting == null) {
      throw new IllegalArgumentException(component + " is not a @Setting");
    }
    return setting;
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

  /**
   * Description of one setting for users.
   *
   * @param key as the user writes it: {@code max-window-bdps}
   * @param form of its text
   * @param words accepted, where the form is {@link Form#WORD}
   * @param defaultValue text of its default
   * @param meaning one sentence
   */
  public record SettingInfo(
      String key, Form form, List<String> words, String defaultValue, String meaning) {
    /** The form of a setting's text. */
    public enum Form {
      /** A number with or without a fraction. */
      NUMBER,
      /** A whole number. */
      WHOLE,
      /** {@code true} or {@code false}. */
      FLAG,
      /** One of some words. */
      WORD,
      /** Any other text, which the record checks. */
      TEXT
    }
  }

  private static Object parse(RecordComponent component, String value) {
    Class<?> type = component.getType();
    String key = key(component);
    try {
      return switch (form(type)) {
        case NUMBER -> finite(key, value, setting(component).most());
        case WHOLE -> type == long.class ? (Object) Long.valueOf(value) : Integer.valueOf(value);
        case WORD -> word(type, key, value);
        case TEXT -> value;
        case FLAG -> {
          if (!value.equals("true") && !value.equals("false")) {
            throw refused(key, value, "true or false", null);
          }
          yield Boolean.valueOf(value);
        }
      };
    } catch (NumberFormatException e) {
      throw refused(key, value, type == double.class ? "a number" : "a whole number", e);
    }
  }

  private static SettingInfo.Form form(Class<?> type) {
    if (type == double.class) {
      return SettingInfo.Form.NUMBER;
    } else if (type == long.class || type == int.class) {
      return SettingInfo.Form.WHOLE;
    } else if (type == boolean.class) {
      return SettingInfo.Form.FLAG;
    } else if (type.isEnum()) {
      return SettingInfo.Form.WORD;
    } else if (type == String.class) {
      return SettingInfo.Form.TEXT;
    }
    throw new IllegalArgumentException("a setting cannot be a " + type);
  }

  private static List<String> words(Class<?> type) {
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants())
            .map(constant -> spelling((Enum<?>) constant))
            .toList()
        : List.of();
  }

  private static Double finite(String key, String value, double most) {
    Double number = Double.valueOf(value);
    if (!Double.isFinite(number) || number > most) {
      String upTo = Double.isFinite(most) ? " up to " + (long) most : "";
      throw refused(key, value, "a number" + upTo, null);
    }
    return number;
  }

  private static Object word(Class<?> type, String key, String value) {
    for (Object constant : type.getEnumConstants()) {
      if (spelling((Enum<?>) constant).equals(value)) {
        return constant;
      }
    }
    throw refused(key, value, String.join(", ", words(type)), null);
  }

  /** The constant of an enum as settings, files and reports spell it: {@code like-this}. */
  public static String spelling(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static IllegalArgumentException refused(
      String key, String value, String accepted, @Nullable Throwable why) {
    return new IllegalArgumentException(
        "setting '" + key + "' is '" + value + "', accepted is " + accepted, why);
  }
}
