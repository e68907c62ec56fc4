package io.smartt.host.settings;

import io.smartt.host.settings.RecordSettings.SettingInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Texts of settings' values. */
final class SettingText {
  private SettingText() {}

  static Object parse(Class<?> type, String key, String value) {
    try {
      if (type == double.class) {
        return finite(key, value);
      } else if (type == long.class) {
        return Long.valueOf(value);
      } else if (type == int.class) {
        return Integer.valueOf(value);
      }
    } catch (NumberFormatException e) {
      throw refused(key, value, type == double.class ? "a number" : "a whole number", e);
    }
    if (type.isEnum()) {
      return word(type, key, value);
    }
    if (type == String.class) {
      return value;
    }
    if (value.equals("true") || value.equals("false")) {
      return Boolean.valueOf(value);
    }
    throw refused(key, value, "true or false", null);
  }

  static SettingInfo.Form form(Class<?> type) {
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

  static List<String> words(Class<?> type) {
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants()).map(SettingText::spelling).toList()
        : List.of();
  }

  private static Double finite(String key, String value) {
    Double number = Double.valueOf(value);
    if (!Double.isFinite(number)) {
      throw refused(key, value, "a number", null);
    }
    return number;
  }

  private static Object word(Class<?> type, String key, String value) {
    for (Object constant : type.getEnumConstants()) {
      if (spelling(constant).equals(value)) {
        return constant;
      }
    }
    throw refused(key, value, String.join(", ", words(type)), null);
  }

  private static String spelling(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static IllegalArgumentException refused(
      String key, String value, String accepted, @Nullable Throwable why) {
    return new IllegalArgumentException(
        "setting '" + key + "' is '" + value + "', accepted is " + accepted, why);
  }
}
