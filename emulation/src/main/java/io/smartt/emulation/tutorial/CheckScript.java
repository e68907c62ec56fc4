package io.smartt.emulation.tutorial;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.tutorial.TutorialRun.CheckResult;
import io.smartt.experiment.endhost.EndHost;
import io.smartt.experiment.endhost.EndHostFrames;
import io.smartt.experiment.exercise.ExerciseFabric;

/**
 * Runs a script of packets sent and packets expected on an exercise's network. One statement a
 * line; {@code #} begins a comment; {@code docs/start/tutorials.md} has the grammar.
 */
final class CheckScript {
  private static final Pattern NAMED = Pattern.compile("\\{(\\w+)\\.(mac|ip)\\}");

  private static final List<String> SENDING = List.of("send", "udp", "tcp");

  private final ExerciseFabric exercise;
  private final BooleanSupplier interrupted;
  private final List<CheckResult> results = new ArrayList<>();
  private int line;

  private CheckScript(ExerciseFabric exercise, BooleanSupplier interrupted) {
    this.exercise = exercise;
    this.interrupted = interrupted;
  }

  /**
   * Runs all statements.
   *
   * @param file for messages
   * @param interrupted asked before each statement: whether to stop
   * @throws UserInputException naming file and line of a statement that cannot be
   * @throws RunFailedException if interrupted
   */
  static List<CheckResult> run(
      ExerciseFabric exercise, String file, String text, BooleanSupplier interrupted) {
    CheckScript script = new CheckScript(exercise, interrupted);
    for (String each : text.lines().toList()) {
      script.line++;
      String statement = statementOf(each);
      if (!statement.isEmpty()) {
        UserInputException.at(file + ": line " + script.line, () -> script.statement(statement));
      }
    }
    return script.results;
  }

  /** Returns whether hosts send packets by it that a second run of it would send once more. */
  static boolean sends(String text) {
    return text.lines()
        .map(line -> wordsOf(statementOf(line)).getFirst())
        .anyMatch(SENDING::contains);
  }

  private static String statementOf(String line) {
    int comment = line.indexOf('#');
    return (comment < 0 ? line : line.substring(0, comment)).strip();
  }

  private static List<String> wordsOf(String statement) {
    return List.of(statement.split("\\s+", -1));
  }

  private void goOn() {
    if (interrupted.getAsBoolean()) {
      throw new RunFailedException("interrupted");
    }
  }

  private void statement(String text) {
    goOn();
    List<String> words = wordsOf(text);
    List<String> rest = words.subList(1, words.size());
    switch (words.getFirst()) {
      case "pingall" -> pingAll();
      case "ping" -> ping(text, rest, true);
      case "noping" -> ping(text, rest, false);
      case "send" -> send(rest);
      case "udp" -> transport(rest, EndHostFrames.UDP);
      case "tcp" -> transport(rest, EndHostFrames.TCP);
      case "expect" -> expect(text, rest);
      case "forget" -> exercise.hosts().values().forEach(EndHost::forget);
      default ->
          throw new UserInputException(
              "'"
                  + words.getFirst()
                  + "' is no statement; accepted are pingall, ping, noping, send, udp, tcp, expect,"
                  + " forget");
    }
  }

  private void pingAll() {
    List<String> lost = new ArrayList<>();
    int all = 0;
    for (EndHost from : exercise.hosts().values()) {
      for (EndHost to : exercise.hosts().values()) {
        if (from != to) {
          goOn();
          all++;
          if (!exercise.answers(from, to)) {
            lost.add(from.name() + " to " + to.name());
          }
        }
      }
    }
    results.add(
        new CheckResult(
            "pingall",
            lost.isEmpty(),
            "%d of %d answered%s"
                .formatted(
                    all - lost.size(), all, lost.isEmpty() ? "" : "; not " + shortened(lost))));
  }

  private static String shortened(List<String> lost) {
    return lost.size() <= 6
        ? String.join(", ", lost)
        : String.join(", ", lost.subList(0, 6)) + " and " + (lost.size() - 6) + " more";
  }

  private void ping(String text, List<String> words, boolean wanted) {
    need(words, 2, "two hosts");
    boolean answered = exercise.answers(host(words.get(0)), host(words.get(1)));
    results.add(new CheckResult(text, answered == wanted, answered ? "answered" : "not answered"));
  }

  private void send(List<String> words) {
    if (words.size() < 2) {
      throw new UserInputException("send needs a host and a frame in hexadecimal");
    }
    String digits = named(String.join("", words.subList(1, words.size())));
    try {
      host(words.getFirst()).send(HexFormat.of().parseHex(digits));
    } catch (IllegalArgumentException e) {
      throw new UserInputException(
          "the frame is not an even number of hexadecimal digits: " + e.getMessage(), e);
    }
  }

  /** Addresses of hosts, written {@code {h1.mac}} and {@code {h1.ip}}, as hexadecimal digits. */
  private String named(String text) {
    Matcher names = NAMED.matcher(text);
    StringBuilder out = new StringBuilder();
    while (names.find()) {
      EndHost host = host(names.group(1));
      names.appendReplacement(
          out,
          names.group(2).equals("mac")
              ? "%012x".formatted(host.mac())
              : "%08x".formatted(host.ip()));
    }
    return names.appendTail(out).toString().toLowerCase(Locale.ROOT);
  }

  private void transport(List<String> words, int protocol) {
    if (words.size() < 2) {
      throw new UserInputException("needs the sending host and a host or address to send to");
    }
    EndHost from = host(words.getFirst());
    int to = EndHost.isIpv4(words.get(1)) ? EndHost.ipv4(words.get(1)) : host(words.get(1)).ip();
    Map<String, String> options = options(words.subList(2, words.size()));
    int count = number(options, "count", 1, 1_000_000);
    int sport = number(options, "sport", 40_000, 65_535);
    int dport = number(options, "dport", 1_234, 65_535);
    int step = number(options, "sport-step", 0, 65_535);
    int tos = number(options, "tos", 0, 255);
    int flags = number(options, "flags", 2, 255);
    int bytes = number(options, "bytes", 0, 9_000);
    long everyPs = Quantities.picoseconds(options.getOrDefault("every", "0"));
    long startPs = exercise.nowPs() + Quantities.picoseconds(options.getOrDefault("after", "0"));
    byte[] payload =
        bytes > 0
            ? new byte[bytes]
            : options.getOrDefault("text", "hello").getBytes(StandardCharsets.UTF_8);
    for (String option : options.keySet()) {
      if (!List.of("count sport dport sport-step tos flags bytes every after text".split(" ", -1))
          .contains(option)) {
        throw new UserInputException("'" + option + "' is no option of a packet");
      }
    }
    for (int i = 0; i < count; i++) {
      EndHostFrames.Transport with =
          new EndHostFrames.Transport((sport + i * step) & 0xffff, dport, tos, 64, flags);
      exercise.at(
          startPs + i * everyPs,
          () ->
              from.sendTo(
                  to,
                  mac ->
                      protocol == EndHostFrames.UDP
                          ? EndHostFrames.udp(mac, from.mac(), from.ip(), to, with, payload)
                          : EndHostFrames.tcp(mac, from.mac(), from.ip(), to, with, payload)));
    }
  }

  private void expect(String text, List<String> words) {
    need(words.subList(0, Math.min(2, words.size())), 2, "a host and what it is to receive");
    exercise.rest();
    List<EndHost> at = Arrays.stream(words.getFirst().split(",", -1)).map(this::host).toList();
    List<String> rest = words.subList(1, words.size());
    String kind = rest.getFirst();
    if (kind.equals("udp") || kind.equals("tcp")) {
      Map<String, String> options = options(rest.subList(1, rest.size()));
      count(text, at, kind.equals("udp") ? EndHostFrames.UDP : EndHostFrames.TCP, options);
      return;
    }
    boolean none = kind.equals("no");
    FramePattern pattern =
        FramePattern.of(named(String.join("", none ? rest.subList(1, rest.size()) : rest)));
    List<byte[]> frames = at.stream().flatMap(host -> host.received().stream()).toList();
    boolean found = frames.stream().anyMatch(pattern::matches);
    results.add(
        new CheckResult(
            text,
            found != none,
            found
                ? "received"
                : "not among %d frames received%s"
                    .formatted(
                        frames.size(),
                        frames.isEmpty()
                            ? ""
                            : ", the last " + FramePattern.shortened(frames.getLast()))));
  }

  private void count(String text, List<EndHost> at, int protocol, Map<String, String> options) {
    long found = 0;
    for (EndHost host : at) {
      for (byte[] frame : host.received()) {
        if (ExpectedPacket.of(protocol, options).matches(frame)) {
          found++;
        }
      }
    }
    String[] bounds = options.getOrDefault("count", "1..").split("\\.\\.", -1);
    long least = bound(bounds[0], 0);
    long most = bounds.length > 1 ? bound(bounds[1], Long.MAX_VALUE) : least;
    results.add(
        new CheckResult(
            text, found >= least && found <= most, found + (found == 1 ? " packet" : " packets")));
  }

  private static long bound(String text, long otherwise) {
    return text.isEmpty()
        ? otherwise
        : Quantities.whole(text, 0, Long.MAX_VALUE)
            .orElseThrow(
                () -> new UserInputException("'" + text + "' is no count such as 3, 1.. or 2..5"));
  }

  private EndHost host(String name) {
    EndHost host = exercise.hosts().get(name);
    if (host == null) {
      throw new UserInputException(
          "'" + name + "' is no host; there are " + String.join(", ", exercise.hosts().keySet()));
    }
    return host;
  }

  private static Map<String, String> options(List<String> words) {
    if (words.size() % 2 != 0) {
      throw new UserInputException("'" + words.getLast() + "' has no value");
    }
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < words.size(); i += 2) {
      options.put(words.get(i), words.get(i + 1));
    }
    return options;
  }

  static int number(Map<String, String> options, String name, int otherwise, int most) {
    String text = options.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      int value = Integer.decode(text);
      if (value >= 0 && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new UserInputException(name + " is '" + text + "', not a number", e);
    }
    throw new UserInputException(name + " is " + text + ", accepted are 0 to " + most);
  }

  private static void need(List<String> words, int count, String what) {
    if (words.size() != count) {
      throw new UserInputException("needs " + what);
    }
  }

  /**
   * A frame in hexadecimal in which {@code *} stands for any digit; ending in {@code ...} it is the
   * beginning of one. Padding to 60 bytes with zeros is no difference.
   */
  record FramePattern(String digits, boolean open) {
    private static final int SHOWN_DIGITS = 160;

    static FramePattern of(String text) {
      boolean open = text.endsWith("...");
      String digits = open ? text.substring(0, text.length() - 3) : text;
      if (digits.isEmpty() || !digits.matches("[0-9a-f*]*")) {
        throw new UserInputException("'" + text + "' is no frame in hexadecimal digits and *");
      }
      return new FramePattern(digits, open);
    }

    boolean matches(byte[] frame) {
      String there = HexFormat.of().formatHex(frame);
      if (there.length() < digits.length()) {
        return false;
      }
      for (int i = 0; i < digits.length(); i++) {
        if (digits.charAt(i) != '*' && digits.charAt(i) != there.charAt(i)) {
          return false;
        }
      }
      return open || there.substring(digits.length()).chars().allMatch(digit -> digit == '0');
    }

    static String shortened(byte[] frame) {
      String all = HexFormat.of().formatHex(frame);
      return all.length() <= SHOWN_DIGITS ? all : all.substring(0, SHOWN_DIGITS) + "...";
    }
  }
}
