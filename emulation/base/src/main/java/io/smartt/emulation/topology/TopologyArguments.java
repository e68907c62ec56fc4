package io.smartt.emulation.topology;

import io.smartt.emulation.input.NearNames;
import io.smartt.emulation.input.UserInputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The numbers after a topology's name, by place or by {@code key=value} as Mininet takes them:
 * {@code tree,2,8} or {@code tree,depth=2,fanout=8}.
 */
final class TopologyArguments {
  private final String spec;
  private final Map<String, Integer> values = new HashMap<>();

  TopologyArguments(String spec, List<String> keys, List<String> arguments) {
    this.spec = spec;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i).strip();
      int equals = argument.indexOf('=');
      if (equals < 0 && i >= keys.size()) {
        throw error("too many numbers, it takes " + String.join(",", keys));
      }
      String key = equals < 0 ? keys.get(i) : argument.substring(0, equals).strip();
      if (!keys.contains(key)) {
        throw error("unknown key '" + key + "', " + NearNames.hint(key, keys));
      }
      if (values.put(key, number(key, argument.substring(equals + 1).strip())) != null) {
        throw error(key + " is given twice");
      }
    }
  }

  private int number(String key, String text) {
    try {
      int value = Integer.parseInt(text);
      if (value >= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw error(key + " must be a whole number, found '" + text + "'");
    }
    throw error(key + " is " + text + ", must be at least 1");
  }

  int get(String key) {
    return find(key).orElseThrow(() -> error(key + " is missing"));
  }

  int get(String key, int otherwise) {
    return find(key).orElse(otherwise);
  }

  OptionalInt find(String key) {
    Integer value = values.get(key);
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  UserInputException error(String message) {
    return new UserInputException(spec + ": " + message);
  }
}
