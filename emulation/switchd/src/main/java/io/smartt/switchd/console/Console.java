package io.smartt.switchd.console;

import module java.base;

/**
 * The two streams of the command line.
 *
 * @param out results
 * @param err progress and errors
 * @param errIsTerminal whether {@code err} shows a line that is written over
 * @param outColours of results
 * @param errColours of progress and errors
 * @param width tells the columns at which help wraps; asked only for that, for it takes a program
 */
public record Console(
    PrintWriter out,
    PrintWriter err,
    boolean errIsTerminal,
    Colours outColours,
    Colours errColours,
    IntSupplier width) {
  private static final int COLUMNS = 80;
  private static final Pattern SIZE = Pattern.compile("(?:\\d+ )?([1-9]\\d{0,3})");

  /** Creates a console without colours. */
  public Console(PrintWriter out, PrintWriter err, boolean errIsTerminal) {
    this(out, err, errIsTerminal, Colours.NONE, Colours.NONE, () -> COLUMNS);
  }

  /**
   * The width of a stream: {@code COLUMNS}, otherwise that of the terminal, otherwise {@value
   * #COLUMNS}.
   *
   * @param terminal whether it is one
   * @param environment of the process
   */
  static int columns(boolean terminal, Map<String, String> environment) {
    Matcher size =
        SIZE.matcher(environment.getOrDefault("COLUMNS", terminal ? terminalSize() : ""));
    return size.matches() ? Integer.parseInt(size.group(1)) : COLUMNS;
  }

  private static String terminalSize() {
    try {
      Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
      try (BufferedReader answer = stty.inputReader()) {
        return Objects.requireNonNullElse(answer.readLine(), "");
      }
    } catch (IOException e) {
      return ""; // without stty, as without a terminal
    }
  }

  /** Prints a line of results at once. */
  public void say(Object line) {
    out.println(line);
    out.flush();
  }

  /** Prints results that have their line ends at once. */
  public void show(Object text) {
    out.print(text);
    out.flush();
  }

  /** Returns whether a stream of this process, 0 to 2, is a terminal. */
  public static boolean isTerminal(int descriptor) {
    // Where the system tells what the stream is, ask it: java.io.Console answers for standard input
    // and output together, and loading it costs a tenth of a second.
    Path stream = Path.of("/proc/self/fd/" + descriptor);
    if (Files.isSymbolicLink(stream)) {
      try {
        String device = Files.readSymbolicLink(stream).toString();
        return device.startsWith("/dev/pts/")
            || device.startsWith("/dev/tty")
            || device.equals("/dev/console");
      } catch (IOException e) {
        return false;
      }
    }
    // Java 25 goes back to the console of java.base, which is not there without a terminal.
    return Optional.ofNullable(System.console()).map(java.io.Console::isTerminal).orElse(false);
  }

  /**
   * Colours of text for people: on a terminal that has them, unless {@code NO_COLOR} is set
   * (no-color.org). They add nothing that the words do not say.
   *
   * @param on whether there are any
   */
  public record Colours(boolean on) {
    /** None. */
    public static final Colours NONE = new Colours(false);

    private static final String RED = "\033[31m";
    private static final String GREEN = "\033[32m";
    private static final String PLAIN = "\033[0m";

    /**
     * Returns the colours of a stream.
     *
     * @param terminal whether it is one
     * @param environment of the process
     */
    public static Colours of(boolean terminal, Map<String, String> environment) {
      String kind = environment.getOrDefault("TERM", "");
      boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty();
      return new Colours(terminal && wanted && !kind.isEmpty() && !kind.equals("dumb"));
    }

    /** Returns what is as it should be. */
    public String good(String text) {
      return on ? GREEN + text + PLAIN : text;
    }

    /** Returns what went wrong. */
    public String bad(String text) {
      return on ? RED + text + PLAIN : text;
    }
  }
}
