package io.smartt.base.input;

import module java.base;

/**
 * A line of a text file that holds something, cut into words at white space. What follows a {@code
 * #} is a comment.
 *
 * @param file for errors
 * @param number from 1
 * @param words at least one
 */
public record SourceLine(String file, int number, List<String> words) {

  /** The lines of a text that hold something. */
  public static List<SourceLine> split(String file, String text) {
    List<SourceLine> lines = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      int comment = line.indexOf('#');
      String content = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!content.isEmpty()) {
        lines.add(new SourceLine(file, number, List.of(content.split("\\s+"))));
      }
    }
    return lines;
  }

  /** The first word. */
  public String first() {
    return words.getFirst();
  }

  /** An error at this line. */
  public UserInputException error(String message) {
    return new UserInputException(file + ":" + number + ": " + message);
  }

  /** The word at a place as a whole number; {@code what} names it in the error. */
  public long wholeNumber(int at, String what, long least, long most) {
    if (at >= words.size()) {
      throw error(what + " has no value");
    }
    String word = words.get(at);
    return Quantities.whole(word, least, most)
        .orElseThrow(
            () -> error(what + " is " + word + ", must be " + Quantities.formatWhole(least, most)));
  }
}
