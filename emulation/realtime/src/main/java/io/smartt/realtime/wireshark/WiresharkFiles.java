package io.smartt.realtime.wireshark;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.PackedText;

/**
 * Puts this project's files where Wireshark finds them.
 *
 * @param program the command that runs this program; the arguments of the extcap follow it
 */
public record WiresharkFiles(WiresharkFolders folders, List<String> program) {
  /** Name of the file with the Lua dissector of the wire format, for Wireshark and tshark. */
  public static final String DISSECTOR = "smartt.lua";

  /** The name of the profile: columns and colours. */
  public static final String PROFILE = "SMaRTT";

  private static final String EXTCAP = "smartt-extcap";
  private static final String SHELL_QUOTE = "'";

  /** Copies the list. */
  public WiresharkFiles {
    program = List.copyOf(program);
  }

  /**
   * Writes the files, over older ones.
   *
   * @return what was written
   * @throws RunFailedException naming a file that cannot be written
   */
  public List<Path> write() {
    List<Path> written = new ArrayList<>();
    written.add(write(folders.plugins().resolve(DISSECTOR), dissector()));
    for (String file : List.of("preferences", "colorfilters")) {
      written.add(write(folders.profiles().resolve(PROFILE).resolve(file), text(file)));
    }
    folders
        .extcaps()
        .ifPresent(folder -> written.add(executable(write(folder.resolve(EXTCAP), script()))));
    return List.copyOf(written);
  }

  private String script() {
    StringBuilder script = new StringBuilder("#!/bin/sh\nexec");
    for (String word : program) {
      script
          .append(' ')
          .append(SHELL_QUOTE)
          .append(word.replace(SHELL_QUOTE, "'\\''"))
          .append(SHELL_QUOTE);
    }
    return script.append(" wireshark extcap \"$@\"\n").toString();
  }

  private static Path write(Path file, String text) {
    return RunFailedException.saying(file + ": cannot be written")
        .get(() -> {
          Files.createDirectories(file.getParent());
          return Files.writeString(file, text);
        });
  }

  private static Path executable(Path file) {
    if (!file.toFile().setExecutable(true, false)) {
      throw new RunFailedException(file + ": cannot be made executable");
    }
    return file;
  }

  /** Returns the dissector's source. */
  public static String dissector() {
    return text(DISSECTOR);
  }

  private static String text(String resource) {
    return PackedText.read(WiresharkFiles.class, resource);
  }

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
     * Returns those that an installed tshark or Wireshark names, or else those of a Wireshark 4.2
     * on Linux.
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
      return of("", home, env)
          .withExtcaps(Optional.of(home.resolve(".local/lib/wireshark/extcap")));
    }

    /** Returns the folders that the output of {@code tshark -G folders} names. */
    static WiresharkFolders of(String answer, Path home, Map<String, String> env) {
      Path config =
          Optional.ofNullable(env.get("XDG_CONFIG_HOME"))
              .map(Path::of)
              .orElse(home.resolve(".config"))
              .resolve("wireshark");
      return new WiresharkFolders(
          named(answer, "Personal Lua Plugins:")
              .orElse(home.resolve(".local/lib/wireshark/plugins")),
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
}
