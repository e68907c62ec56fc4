package io.smartt.p4.stf;

import io.smartt.p4.stf.StfParser.StfFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of one statement. */
final class StfTokens {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(\"[^\"]+\")|([A-Za-z_$][A-Za-z_$0-9]*)"
              + "|(0[xX][0-9a-fA-F*]+|0[bB][01*]+|0[oO][0-7*]+|[0-9]+)"
              + "|(==|!=|<=|>=|[:,./=<>()\\[\\]]))");
  private static final Pattern NUMBER = Pattern.compile("[0-9].*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_$\"].*");

  private final int line;
  private final List<String> tokens = new ArrayList<>();
  private int at;

  StfTokens(int line, String text) {
    this.line = line;
    Matcher matcher = TOKEN.matcher(text);
    int end = 0;
    while (end < text.length() && matcher.find(end) && matcher.start() == end) {
      tokens.add(matcher.group().strip());
      end = matcher.end();
    }
    if (!text.substring(end).isBlank()) {
      throw new StfFormatException(line, "cannot read \"" + text.substring(end) + "\"");
    }
  }

  int line() {
    return line;
  }

  boolean atEnd() {
    return at == tokens.size();
  }

  boolean atNumber() {
    return !atEnd() && NUMBER.matcher(tokens.get(at)).matches();
  }

  boolean accept(String token) {
    if (!atEnd() && tokens.get(at).equals(token)) {
      at++;
      return true;
    }
    return false;
  }

  void expect(String token) {
    if (!accept(token)) {
      throw unexpected("\"" + token + "\"");
    }
  }

  void expectEnd() {
    if (!atEnd()) {
      throw unexpected("the end of the line");
    }
  }

  String number() {
    if (!atNumber()) {
      throw unexpected("a number");
    }
    return tokens.get(at++);
  }

  int integer() {
    String text = number();
    try {
      return Integer.decode(text);
    } catch (NumberFormatException e) {
      throw new StfFormatException(line, "expected an integer, found " + text);
    }
  }

  String operator() {
    for (String operator : List.of("==", "!=", "<=", ">=", "<", ">")) {
      if (accept(operator)) {
        return operator;
      }
    }
    throw unexpected("a comparison");
  }

  /** Names joined by dots, perhaps with an index: {@code hdr.stack[0].field}. */
  String qualifiedName() {
    StringBuilder name = new StringBuilder(name());
    while (true) {
      if (accept("[")) {
        name.append('[').append(number()).append(']');
        expect("]");
      } else if (accept(".")) {
        name.append('.').append(name());
      } else {
        return name.toString();
      }
    }
  }

  private String name() {
    if (atEnd() || !NAME.matcher(tokens.get(at)).matches()) {
      throw unexpected("a name");
    }
    String name = tokens.get(at++);
    return name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
  }

  private StfFormatException unexpected(String expected) {
    return new StfFormatException(
        line, "expected " + expected + ", found " + (atEnd() ? "nothing" : tokens.get(at)));
  }
}
