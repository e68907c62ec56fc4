package io.smartt.emulation.stf;

import module java.base;

import io.smartt.base.input.Quantities;

/** Parses scripts: a statement a line, {@code #} starts a comment. */
public final class StfParser {
  private static final Set<String> COMMANDS =
      Set.of(
          ("mirroring_add mirroring_add_mc mirroring_delete mirroring_get mc_mgrp_create"
                  + " mc_node_create mc_node_update mc_node_associate counter_read counter_write"
                  + " register_read register_write register_reset meter_get_rates meter_set_rates"
                  + " meter_array_set_rates")
              .split(" ", -1));

  private StfParser() {}

  /**
   * Parses a script.
   *
   * @throws StfFormatException naming the first line that is not a statement
   */
  public static List<StfStatement> parse(String script) {
    List<StfStatement> statements = new ArrayList<>();
    String[] lines = script.split("\\R", -1);
    for (int i = 0; i < lines.length; i++) {
      int comment = lines[i].indexOf('#');
      String text = (comment < 0 ? lines[i] : lines[i].substring(0, comment)).strip();
      if (!text.isEmpty()) {
        statements.add(statement(i + 1, text));
      }
    }
    return statements;
  }

  private static StfStatement statement(int line, String text) {
    String[] words = text.split("\\s+", 2);
    String rest = words.length > 1 ? words[1] : "";
    String keyword = words[0].toLowerCase(Locale.ROOT);
    return switch (keyword) {
      case "add" -> add(new StfTokens(line, rest));
      case "setdefault" -> {
        StfTokens tokens = new StfTokens(line, rest);
        String table = tokens.qualifiedName();
        StfStatement.Call call = call(tokens, tokens.qualifiedName());
        tokens.expectEnd();
        yield new StfStatement.SetDefault(line, table, call);
      }
      case "remove" -> {
        if (!rest.strip().equalsIgnoreCase("all")) {
          throw new StfFormatException(line, "only \"remove all\" is known, found: " + text);
        }
        yield new StfStatement.RemoveAll(line);
      }
      case "packet" -> packet(line, rest);
      case "expect" -> expect(line, rest);
      case "no_packet" -> new StfStatement.NoPacket(line);
      case "wait" -> new StfStatement.Wait(line);
      case "check_counter" -> checkCounter(new StfTokens(line, rest), line);
      default -> {
        if (!COMMANDS.contains(keyword)) {
          throw new StfFormatException(
              line,
              "unknown statement \""
                  + words[0]
                  + "\"; known are add, setdefault, remove, packet, expect, no_packet, wait,"
                  + " check_counter and "
                  + String.join(", ", COMMANDS.stream().sorted().toList()));
        }
        yield new StfStatement.Command(
            line, keyword, rest.isBlank() ? List.of() : List.of(rest.strip().split("\\s+")));
      }
    };
  }

  private static StfStatement add(StfTokens tokens) {
    String table = tokens.qualifiedName();
    OptionalInt priority = OptionalInt.empty();
    if (tokens.atNumber()) {
      priority = OptionalInt.of(tokens.integer());
    }
    List<StfStatement.Assignment> key = new ArrayList<>();
    String name = tokens.qualifiedName();
    while (tokens.accept(":")) {
      String value = tokens.number();
      key.add(
          new StfStatement.Assignment(
              name, tokens.accept("/") ? value + "/" + tokens.number() : value));
      name = tokens.qualifiedName();
    }
    StfStatement.Call call = call(tokens, name);
    Optional<String> label =
        tokens.accept("=") ? Optional.of(tokens.qualifiedName()) : Optional.empty();
    tokens.expectEnd();
    return new StfStatement.Add(tokens.line, table, priority, key, call, label);
  }

  private static StfStatement.Call call(StfTokens tokens, String action) {
    List<StfStatement.Assignment> arguments = new ArrayList<>();
    tokens.expect("(");
    if (!tokens.accept(")")) {
      do {
        String name = tokens.qualifiedName();
        tokens.expect(":");
        arguments.add(new StfStatement.Assignment(name, tokens.number()));
      } while (tokens.accept(","));
      tokens.expect(")");
    }
    return new StfStatement.Call(action, arguments);
  }

  private static StfStatement checkCounter(StfTokens tokens, int line) {
    String counter = tokens.qualifiedName();
    tokens.expect("(");
    String cell = tokens.atNumber() ? tokens.number() : tokens.qualifiedName();
    tokens.expect(")");
    Optional<StfStatement.Condition> condition = Optional.empty();
    if (!tokens.atEnd()) {
      String unit = tokens.qualifiedName().toLowerCase(Locale.ROOT);
      if (!unit.equals("packets") && !unit.equals("bytes")) {
        throw new StfFormatException(line, "a counter has packets and bytes, not " + unit);
      }
      condition =
          Optional.of(
              new StfStatement.Condition(
                  unit.equals("bytes"), tokens.operator(), tokens.integer()));
    }
    tokens.expectEnd();
    return new StfStatement.CheckCounter(line, counter, cell, condition);
  }

  private static StfStatement packet(int line, String rest) {
    String[] parts = rest.strip().split("\\s+", 2);
    String hex = parts.length > 1 ? parts[1].replaceAll("\\s", "") : "";
    if (!hex.matches("([0-9a-fA-F]{2})*")) {
      throw new StfFormatException(
          line, "a packet is an even number of hexadecimal digits, found \"" + hex + "\"");
    }
    return new StfStatement.Packet(line, port(line, parts[0]), hex);
  }

  private static StfStatement expect(int line, String rest) {
    String[] parts = rest.strip().split("\\s+", 2);
    String pattern =
        parts.length > 1 ? parts[1].replaceAll("\\s", "").toLowerCase(Locale.ROOT) : "";
    if (!pattern.matches("[0-9a-f*]*\\$?")) {
      throw new StfFormatException(
          line, "an expected packet is hexadecimal digits, *, and $ at its end, found " + pattern);
    }
    return new StfStatement.Expect(
        line, port(line, parts[0]), pattern.isEmpty() ? Optional.empty() : Optional.of(pattern));
  }

  private static int port(int line, String text) {
    return (int)
        Quantities.whole(text, 0, Integer.MAX_VALUE)
            .orElseThrow(() ->
                new StfFormatException(line, "expected a port number, found \"" + text + "\""));
  }

  /** A script that cannot be used; the message names the line. */
  public static final class StfFormatException extends RuntimeException {
    /** An exception with the line, from 1, and what is wrong there. */
    public StfFormatException(int line, String problem) {
      super("line " + line + ": " + problem);
    }
  }

  /** The tokens of one statement. */
  private static final class StfTokens {
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
}
