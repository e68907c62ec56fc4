package io.smartt.experiment.trace.limit;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;

/** Reads {@code not}, {@code and}, {@code or}, parentheses and words, in that order of binding. */
final class PacketFilterParser {
  private static final String END = "";

  private final String text;
  private final List<String> words;
  private int at;

  PacketFilterParser(String text) {
    this.text = text;
    words =
        new ArrayList<>(
            List.of(text.replace("(", " ( ").replace(")", " ) ").strip().split("\\s+", -1)));
  }

  PacketFilter parse() {
    PacketFilter filter = either();
    if (at < words.size()) {
      throw wrong("'" + words.get(at) + "' is one too many: accepted are 'and' and 'or'");
    }
    return filter;
  }

  private PacketFilter either() {
    PacketFilter filter = both();
    while (take("or")) {
      filter = new PacketFilter.Either(filter, both());
    }
    return filter;
  }

  private PacketFilter both() {
    PacketFilter filter = one();
    while (take("and")) {
      filter = new PacketFilter.Both(filter, one());
    }
    return filter;
  }

  private PacketFilter one() {
    if (take("not")) {
      return new PacketFilter.Not(one());
    }
    if (take("(")) {
      PacketFilter inner = either();
      if (!take(")")) {
        throw wrong("a ')' is missing");
      }
      return inner;
    }
    String word = next();
    return switch (word) {
      case "marked" -> new PacketFilter.Marked();
      case "again" -> new PacketFilter.Again();
      case "from" -> new PacketFilter.Of(Optional.of(true), host(word));
      case "to" -> new PacketFilter.Of(Optional.of(false), host(word));
      case "host" -> new PacketFilter.Of(Optional.empty(), host(word));
      default -> kind(word);
    };
  }

  private PacketFilter kind(String word) {
    return Arrays.stream(FrameKind.values())
        .filter(kind -> PacketFilter.word(kind).equals(word))
        .findFirst()
        .map(PacketFilter.Kind::new)
        .orElseThrow(() ->
            wrong(
                (word.isEmpty() ? "it ends early" : "'" + word + "' is no word for packets")
                    + ": accepted are "
                    + Stream.concat(
                            Arrays.stream(FrameKind.values()).map(PacketFilter::word),
                            Stream.of("marked", "again", "from HOST", "to HOST", "host HOST"))
                        .collect(Collectors.joining(", "))
                    + ", joined by and, or, not and parentheses"));
  }

  private String host(String word) {
    String name = next();
    if (name.equals(END)) {
      throw wrong("'" + word + "' without a host");
    }
    return name;
  }

  private boolean take(String word) {
    boolean there = at < words.size() && words.get(at).equals(word);
    if (there) {
      at++;
    }
    return there;
  }

  private String next() {
    return at < words.size() ? words.get(at++) : END;
  }

  private UserInputException wrong(String what) {
    return new UserInputException("'" + text + "' is no filter: " + what);
  }
}
