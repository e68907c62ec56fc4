package io.smartt.realtime.wireshark;

import module java.base;

/**
 * The folders in which a user's Wireshark looks for files.
 *
 * @param plugins of Lua scripts
 * @param profiles a folder each
 * @param extcaps programs that capture; empty where Wireshark has no folder of the user's, as
 *     before 4.2
 */
public record WiresharkFolders(Path plugins, Path profiles, Optional<Path> extcaps) {
  private static final int ANSWER_SECONDS = 20;

  /**
   * Returns those that an installed tshark or Wireshark names, or else those of a Wireshark 4.2 on
   * Linux.
   *
   * @param env the environment, for {@code XDG_CONFIG_HOME}
   */
  public static WiresharkFolders find(Path home, Map<String, String> env) {
    for (String program : List.of("tshark", "wireshark")) {
      Optional<String> answer = ask(program);
      if (answer.isPresent()) {
        return of(answer.get(), home, env);
      }
    }
    return of("", home, env).withExtcaps(Optional.of(home.resolve(".local/lib/wireshark/extcap")));
  }

  /** Returns the folders that the output of {@code tshark -G folders} names. */
  static WiresharkFolders of(String answer, Path home, Map<String, String> env) {
    Path config =
        Optional.ofNullable(env.get("XDG_CONFIG_HOME"))
            .map(Path::of)
            .orElse(home.resolve(".config"))
            .resolve("wireshark");
    return new WiresharkFolders(
        named(answer, "Personal Lua Plugins:").orElse(home.resolve(".local/lib/wireshark/plugins")),
        named(answer, "Personal configuration:").orElse(config).resolve("profiles"),
        named(answer, "Personal Extcap path:"));
  }

  /** The same with another folder for captures. */
  public WiresharkFolders withExtcaps(Optional<Path> other) {
    return new WiresharkFolders(plugins, profiles, other);
  }

  private static Optional<Path> named(String answer, String label) {
    return answer
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(label))
        .map(line -> Path.of(line.substring(label.length()).strip()))
        .findFirst();
  }

  private static Optional<String> ask(String program) {
    try {
      Process process =
          new ProcessBuilder(program, "-G", "folders")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      boolean ended = process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS);
      return ended && process.exitValue() == 0 ? Optional.of(answer) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
