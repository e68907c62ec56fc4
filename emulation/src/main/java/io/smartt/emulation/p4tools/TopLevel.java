package io.smartt.emulation.p4tools;

import module java.base;

/** The fields at the top of a protobuf text, each with its own text. */
record TopLevel(List<Block> blocks) {
  /**
   * One field.
   *
   * @param line where it starts, from 1
   */
  record Block(String field, String text, int line) {}

  /** Copies the list. */
  TopLevel {
    blocks = List.copyOf(blocks);
  }

  boolean all(String field) {
    return blocks.stream().allMatch(block -> block.field().equals(field));
  }

  boolean hasAny(String... fields) {
    return blocks.stream().anyMatch(block -> Set.of(fields).contains(block.field()));
  }

  static TopLevel of(String text) {
    List<Block> blocks = new ArrayList<>();
    int depth = 0;
    int start = -1;
    int line = 1;
    int startLine = 1;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        line++;
      }
      if (quote != 0) {
        if (c == '\\') {
          i++;
        } else if (c == quote) {
          quote = 0;
        }
        continue;
      }
      if (c == '#') {
        int end = text.indexOf('\n', i);
        i = end < 0 ? text.length() : end - 1;
        continue;
      }
      boolean starts = Character.isLetter(c) && depth == 0;
      if (starts && (start < 0 || isNextField(text, start, i))) {
        if (start >= 0) {
          blocks.add(block(text.substring(start, i), startLine));
        }
        start = i;
        startLine = line;
      }
      switch (c) {
        case '{', '<' -> depth++;
        case '}', '>' -> depth--;
        case '"', '\'' -> quote = c;
        default -> {
          // Part of a name or a value.
        }
      }
    }
    if (start >= 0) {
      blocks.add(block(text.substring(start), startLine));
    }
    return new TopLevel(blocks);
  }

  /**
   * Returns whether a name begins at {@code at}: not the name that {@code start} began, nor its
   * value.
   */
  private static boolean isNextField(String text, int start, int at) {
    char before = text.charAt(at - 1);
    if (Character.isLetterOrDigit(before) || before == '_') {
      return false;
    }
    String sofar = text.substring(start, at).strip();
    return sofar.endsWith("}")
        || sofar.endsWith(">")
        || (!sofar.endsWith(":") && sofar.contains(":"));
  }

  private static Block block(String text, int line) {
    int end = 0;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    return new Block(text.substring(0, end), text, line);
  }
}
