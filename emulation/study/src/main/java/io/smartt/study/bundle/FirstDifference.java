package io.smartt.study.bundle;

import module java.base;

/** The place where two files begin to differ, in words. */
final class FirstDifference {
  private static final int SHOWN = 40;

  private FirstDifference() {}

  /** Returns the first difference of two files that differ. */
  static String of(Path expected, Path actual) throws IOException {
    byte[] wanted = Files.readAllBytes(expected);
    byte[] got = Files.readAllBytes(actual);
    int at = Arrays.mismatch(wanted, got);
    if (at < 0) {
      return "the bundle's copy is not what its checksum says, but the result equals the copy";
    }
    int line = 1;
    int begin = 0;
    for (int i = 0; i < at; i++) {
      if (wanted[i] == '\n') {
        line++;
        begin = i + 1;
      }
    }
    return "line %d, byte %d: expected %s, got %s"
        .formatted(line, at, shown(wanted, begin, at), shown(got, begin, at));
  }

  /** Returns the first difference of a file of which the bundle has hashes of blocks only. */
  static String ofBlocks(ExpectedFile expected, Path actual) throws IOException {
    List<String> got = ExpectedFile.blocks(actual);
    int block = 0;
    while (block < Math.min(got.size(), expected.blocks().size())
        && got.get(block).equals(expected.blocks().get(block))) {
      block++;
    }
    long from = (long) block * ExpectedFile.BLOCK;
    return "bytes %d to %d, expected %d bytes in all, got %d"
        .formatted(from, from + ExpectedFile.BLOCK - 1, expected.bytes(), Files.size(actual));
  }

  /** A part of the line, from its begin or from shortly before the place. */
  private static String shown(byte[] text, int begin, int at) {
    if (at >= text.length) {
      return "the end of the file";
    }
    int from = Math.max(begin, at - SHOWN / 2);
    int to = from;
    while (to < text.length && to < from + SHOWN && text[to] != '\n') {
      to++;
    }
    String part = new String(text, from, to - from, StandardCharsets.UTF_8);
    return "'" + (from > begin ? "..." : "") + part + "'";
  }
}
