package io.smartt.base.input;

import module java.base;

/** The name of something of the user's own, as settings have it. */
public record OwnName(String text) {
  /**
   * Checks a name.
   *
   * @throws UserInputException if it is none
   */
  public OwnName {
    if (!text.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
      throw new UserInputException(
          "'" + text + "' is no name: write small letters, digits and -, such as my-control");
    }
  }

  /** Returns the name as a class has it: MyControl. */
  public String type() {
    return Arrays.stream(text.split("-", -1))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }
}
