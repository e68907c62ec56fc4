package io.smartt.emulation.cli.switches;

import io.smartt.emulation.input.UserInputException;
import java.util.ArrayList;
import java.util.List;

/** Ports as people list them: {@code 1,2,5} or {@code all}. */
final class PortNumbers {
  private PortNumbers() {}

  /** The numbers; none for {@code all}. */
  static List<Integer> parse(String text) {
    if (text.equals("all")) {
      return List.of();
    }
    List<Integer> numbers = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      try {
        numbers.add(Integer.parseUnsignedInt(part.strip()));
      } catch (NumberFormatException e) {
        throw new UserInputException("'" + text + "': write port numbers such as 1,2,5, or all", e);
      }
    }
    return numbers;
  }
}
