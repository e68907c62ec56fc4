package io.smartt.realtime.wireshark;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;

/** Puts this project's files where Wireshark finds them. */
public final class WiresharkFiles {
  /** The name of the profile: columns and colours. */
  public static final String PROFILE = "SMaRTT";

  private static final String EXTCAP = "smartt-extcap";
  private static final String SHELL_QUOTE = "'";

  private final WiresharkFolders folders;
  private final List<String> program;

  /**
   * @param program the command that runs this program; the arguments of the extcap follow it
   */
  public WiresharkFiles(WiresharkFolders folders, List<String> program) {
    this.folders = folders;
    this.program = List.copyOf(program);
  }

  /**
   * Writes the files, over older ones.
   *
   * @return what was written
   * @throws RunFailedException naming a file that cannot be written
   */
  public List<Path> write() {
    List<Path> written = new ArrayList<>();
    written.add(write(folders.plugins().resolve(Dissector.FILE), Dissector.source()));
    for (String file : List.of("preferences", "colorfilters")) {
      written.add(write(folders.profiles().resolve(PROFILE).resolve(file), Dissector.text(file)));
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
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new RunFailedException(file + ": cannot be written: " + FileErrors.reason(e), e);
    }
  }

  private static Path executable(Path file) {
    if (!file.toFile().setExecutable(true, false)) {
      throw new RunFailedException(file + ": cannot be made executable");
    }
    return file;
  }
}
