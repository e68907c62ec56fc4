package io.smartt.emulation.topology;

import io.smartt.emulation.input.NearNames;
import io.smartt.emulation.input.SourceLine;
import io.smartt.emulation.input.UserInputException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Keywords and values of a topology file's header or of one of its tiers. */
final class TopoBlock {
  private final String place;
  private final List<String> keywords;
  private final Map<String, SourceLine> lines = new HashMap<>();

  /**
   * An empty block.
   *
   * @param place for errors about what is missing
   * @param keywords that it may have; none if it may have any
   */
  TopoBlock(String place, List<String> keywords) {
    this.place = place;
    this.keywords = keywords;
  }

  void add(SourceLine line) {
    if (!keywords.isEmpty() && keywords.stream().noneMatch(line.first()::equalsIgnoreCase)) {
      throw line.error(
          "unknown keyword '" + line.first() + "', " + NearNames.hint(line.first(), keywords));
    }
    if (lines.put(line.first().toLowerCase(Locale.ROOT), line) != null) {
      throw line.error(line.first() + " appears twice in this block");
    }
  }

  Optional<SourceLine> find(String keyword) {
    return Optional.ofNullable(lines.get(keyword.toLowerCase(Locale.ROOT)));
  }

  int number(String keyword, int least, int most) {
    return (int) require(keyword).wholeNumber(1, keyword, least, most);
  }

  int number(String keyword, int least, int most, int otherwise) {
    return find(keyword).isPresent() ? number(keyword, least, most) : otherwise;
  }

  /** A value in units of 1e9, such as Gbps; fractions allowed. */
  long giga(String keyword) {
    SourceLine line = require(keyword);
    String word = line.words().get(1);
    try {
      long value = new BigDecimal(word).movePointRight(9).longValueExact();
      if (value > 0) {
        return value;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      throw line.error(keyword + " must be a number, found '" + word + "'");
    }
    throw line.error(keyword + " is " + word + ", must be above 0");
  }

  private SourceLine require(String keyword) {
    return find(keyword).orElseThrow(() -> missing(keyword));
  }

  private UserInputException missing(String keyword) {
    return error(keyword + " is missing");
  }

  UserInputException error(String message) {
    return new UserInputException(place + ": " + message);
  }
}
