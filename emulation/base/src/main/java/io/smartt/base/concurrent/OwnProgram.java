package io.smartt.base.concurrent;

import module java.base;

import java.lang.management.ManagementFactory;

/**
 * This program, to be started as another process: with the Java that runs it and from its class
 * path.
 */
public final class OwnProgram {
  /** The command line, by name: what starts processes does not depend on it. */
  public static final String MAIN_CLASS = "io.smartt.emulation.cli.Smartt";

  /** The class that shows a run time how the program starts, for it to learn. */
  public static final String TRAINING_CLASS = "io.smartt.emulation.cli.Training";

  /**
   * The options of a server, which is small and ends when its memory is used up: one that goes on
   * may neither answer nor hear a signal. It says so on standard error. A run that fails so has
   * more to say.
   */
  public static final List<String> AS_SERVER =
      List.of(
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:+DisplayVMOutputToStderr");

  private static final int OUT_OF_MEMORY = 3;

  private OwnProgram() {}

  /**
   * Returns the options by which another JVM of it starts and compiles as this one does: from what
   * the launcher had learnt, of which it says nothing.
   */
  public static List<String> asThisOne() {
    return Stream.concat(
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option ->
                    option.matches("(-XX:(AOTCache|CompileCommand|Tier\\w+)=|-Dio\\.netty\\.).*")),
            Stream.of("-Xlog:disable"))
        .toList();
  }

  /**
   * Returns the last lines of what a process wrote into a file, this program's or another's; what
   * is no UTF-8 is replaced.
   */
  public static String lastWords(Path log, int mostLines) {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      return String.join(" | ", lines.subList(Math.max(0, lines.size() - mostLines), lines.size()));
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns how a process of it ended, for people. */
  public static String ended(long status) {
    return "ended with status " + status + (status == OUT_OF_MEMORY ? " (out of memory)" : "");
  }

  /**
   * Returns the words that start it.
   *
   * @param jvmOptions of the new JVM
   * @param arguments of the command line
   */
  public static List<String> command(List<String> jvmOptions, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS));
    command.addAll(arguments);
    return List.copyOf(command);
  }

  /**
   * Returns a command whose process does not hear Ctrl-C, which a terminal sends to all that it
   * runs: who started the process ends it, once it has said what it counted.
   */
  public static List<String> deafToCtrlC(List<String> command) {
    return Stream.concat(Stream.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"), command.stream())
        .toList();
  }
}
