package io.smartt.testbed.standin.stratum;

import module java.base;

import io.smartt.base.input.Quantities;

/**
 * A message in Protocol Buffers' text form, read without its schema.
 *
 * @param fields in the order of the text
 */
record TextProto(List<Field> fields) {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|#[^\\n]*|(?<word>[A-Za-z0-9_.+-]+)|(?<quoted>\"(?:[^\"\\\\\\n]|\\\\.)*\")|(?<sign>[{}:;,])");

  TextProto {
    fields = List.copyOf(fields);
  }

  /** A field: one of its two is there. */
  record Field(String name, Optional<String> value, Optional<TextProto> block) {}

  /**
   * Parses a text.
   *
   * @throws IllegalArgumentException naming the line that is wrong
   */
  static TextProto parse(String text) {
    return new Reader(text).block(true);
  }

  /** The last value of a scalar, as Protocol Buffers has it. */
  Optional<String> text(String name) {
    return fields.stream()
        .filter(field -> field.name.equals(name))
        .flatMap(field -> field.value.stream())
        .reduce((first, second) -> second);
  }

  /** A number, or 0 where it is left out. */
  long number(String name) {
    return text(name)
        .map(digits ->
            Quantities.whole(digits, Long.MIN_VALUE, Long.MAX_VALUE)
                .orElseThrow(() ->
                    new IllegalArgumentException(name + ": '" + digits + "' is not a number")))
        .orElse(0L);
  }

  List<TextProto> blocks(String name) {
    return fields.stream()
        .filter(field -> field.name.equals(name))
        .flatMap(field -> field.block.stream())
        .toList();
  }

  boolean has(String name) {
    return fields.stream().anyMatch(field -> field.name.equals(name));
  }

  private static final class Reader {
    private final List<String> tokens = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();
    private int at;

    Reader(String text) {
      Matcher matcher = TOKEN.matcher(text);
      int position = 0;
      int line = 1;
      while (position < text.length()) {
        if (!matcher.region(position, text.length()).lookingAt()) {
          throw new IllegalArgumentException(
              "line " + line + ": unexpected '" + text.charAt(position) + "'");
        }
        String token = matcher.group();
        if (matcher.group("word") != null
            || matcher.group("quoted") != null
            || matcher.group("sign") != null) {
          tokens.add(token);
          lines.add(line);
        }
        line += (int) token.chars().filter(c -> c == '\n').count();
        position = matcher.end();
      }
    }

    TextProto block(boolean outermost) {
      List<Field> fields = new ArrayList<>();
      while (at < tokens.size() && !tokens.get(at).equals("}")) {
        if (tokens.get(at).equals(";") || tokens.get(at).equals(",")) {
          at++;
          continue;
        }
        fields.add(field());
      }
      if (outermost != at >= tokens.size()) {
        throw outermost ? wrong("a } too many") : wrong("a } is missing");
      }
      return new TextProto(fields);
    }

    private Field field() {
      String name = next("a field");
      if (!Character.isLetter(name.charAt(0))) {
        at--;
        throw wrong("expected a field, found " + name);
      }
      String sign = next(": or {");
      if (sign.equals(":") && at < tokens.size() && tokens.get(at).equals("{")) {
        sign = next("{");
      }
      if (sign.equals("{")) {
        TextProto inner = block(false);
        at++;
        return new Field(name, Optional.empty(), Optional.of(inner));
      }
      if (!sign.equals(":")) {
        at--;
        throw wrong("expected : or { after " + name + ", found " + sign);
      }
      String value = next("a value of " + name);
      return new Field(
          name,
          Optional.of(value.startsWith("\"") ? value.substring(1, value.length() - 1) : value),
          Optional.empty());
    }

    private String next(String what) {
      if (at >= tokens.size()) {
        throw wrong("expected " + what);
      }
      return tokens.get(at++);
    }

    private IllegalArgumentException wrong(String what) {
      String where = at < lines.size() ? "line " + lines.get(at) : "at the end";
      return new IllegalArgumentException(where + ": " + what);
    }
  }
}
