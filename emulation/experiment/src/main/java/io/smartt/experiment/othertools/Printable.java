package io.smartt.experiment.othertools;

/** Text of a user's file in a message or a comment: one line, without control characters. */
final class Printable {
  private static final int LONGEST = 400;

  private Printable() {}

  static String text(String given) {
    String line = given.replaceAll("[\\p{Cc}\\u2028\\u2029]", "?");
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
  }
}
