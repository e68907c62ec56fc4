package io.smartt.p4.bmv2;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;

/** A place in a JSON document that knows its own path, so that every complaint names it. */
record JsonCursor(JsonNode node, String path) {
  /** More would be a mistake: the whole of a jumbo frame is 73,728 bits. */
  static final int MAX_WIDTH = 1 << 20;

  /** More would be a mistake, and an array of 2^31 cells ends the switch. */
  private static final int MAX_CELLS = 1 << 24;

  Bmv2Reader.Bmv2FormatException fail(String problem) {
    return new Bmv2Reader.Bmv2FormatException(path, problem);
  }

  JsonCursor get(String key) {
    return find(key).orElseThrow(() -> fail("\"" + key + "\" is missing"));
  }

  /** A member that may be missing or null. */
  Optional<JsonCursor> find(String key) {
    if (!node.isObject()) {
      throw fail("expected an object, found " + kind());
    }
    JsonNode child = node.get(key);
    return child == null || child.isNull()
        ? Optional.empty()
        : Optional.of(new JsonCursor(child, path + "." + key));
  }

  List<JsonCursor> items() {
    if (!node.isArray()) {
      throw fail("expected an array, found " + kind());
    }
    List<JsonCursor> items = new ArrayList<>(node.size());
    for (int i = 0; i < node.size(); i++) {
      items.add(new JsonCursor(node.get(i), path + "[" + i + "]"));
    }
    return items;
  }

  /** The items of an array, none of an empty object. */
  List<JsonCursor> itemsOrNothing() {
    return node.isObject() && node.isEmpty() ? List.of() : items();
  }

  List<JsonCursor> items(int count) {
    List<JsonCursor> items = items();
    if (items.size() != count) {
      throw fail("expected an array of " + count + ", found " + items.size() + " items");
    }
    return items;
  }

  /** The items of an array member that may be missing. */
  List<JsonCursor> list(String key) {
    return find(key).map(JsonCursor::items).orElse(List.of());
  }

  <T> List<T> map(String key, Function<JsonCursor, T> reader) {
    return list(key).stream().map(reader).toList();
  }

  String text() {
    if (!node.isTextual()) {
      throw fail("expected a string, found " + kind());
    }
    return node.textValue();
  }

  String text(String key) {
    return get(key).text();
  }

  int integer() {
    if (!node.isIntegralNumber() || !node.canConvertToInt()) {
      throw fail("expected a 32-bit integer, found " + kind());
    }
    return node.intValue();
  }

  int integer(String key) {
    return get(key).integer();
  }

  int integer(String key, int whenMissing) {
    return find(key).map(JsonCursor::integer).orElse(whenMissing);
  }

  /** An integer of at least {@code least}. */
  int atLeast(int least) {
    int value = integer();
    if (value < least) {
      throw fail("expected at least " + least + ", found " + value);
    }
    return value;
  }

  /** An integer within bounds. */
  int between(int least, int most) {
    int value = atLeast(least);
    if (value > most) {
      throw fail("expected at most " + most + ", found " + value);
    }
    return value;
  }

  /** A width in bits. */
  int width() {
    return between(1, MAX_WIDTH);
  }

  /** Reads the number of cells of an array. */
  int size() {
    return between(0, MAX_CELLS);
  }

  /** True or false; p4c writes 0 and 1 in places. */
  boolean bool() {
    if (node.isInt() && (node.intValue() == 0 || node.intValue() == 1)) {
      return node.intValue() == 1;
    }
    if (!node.isBoolean()) {
      throw fail("expected true or false, found " + kind());
    }
    return node.booleanValue();
  }

  boolean bool(String key, boolean whenMissing) {
    return find(key).map(JsonCursor::bool).orElse(whenMissing);
  }

  /** A hexadecimal number, {@code 0x} and a sign before it optional. */
  BigInteger hex() {
    String text = text();
    boolean negative = text.startsWith("-");
    String digits = negative ? text.substring(1) : text;
    if (digits.startsWith("0x") || digits.startsWith("0X")) {
      digits = digits.substring(2);
    }
    if (digits.isEmpty() || !digits.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
      throw fail("expected a hexadecimal number such as \"0x1f\", found \"" + text + "\"");
    }
    BigInteger value = new BigInteger(digits, 16);
    return negative ? value.negate() : value;
  }

  /** A hexadecimal number from 0 that fits a width. */
  BigInteger hex(int width) {
    BigInteger value = hex();
    if (value.signum() < 0 || value.bitLength() > width) {
      throw fail("\"" + text() + "\" does not fit " + width + " bits");
    }
    return value;
  }

  BigInteger hex(String key) {
    return get(key).hex();
  }

  private String kind() {
    return switch (node.getNodeType()) {
      case STRING -> "\"" + node.textValue() + "\"";
      case NUMBER, BOOLEAN -> node.asText();
      default -> node.getNodeType().name().toLowerCase(Locale.ROOT);
    };
  }
}
