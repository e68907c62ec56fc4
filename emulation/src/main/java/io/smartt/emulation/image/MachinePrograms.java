package io.smartt.emulation.image;

import io.smartt.emulation.input.UserInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Programs of this machine, by name. */
final class MachinePrograms {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]*");
  private static final List<String> FOLDERS =
      List.of("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin");

  private MachinePrograms() {}

  /**
   * Copies them into a folder, under the names that they were asked for by.
   *
   * @param programs their names, in which one may be more than once
   * @throws UserInputException naming one that is not there
   */
  static void copy(List<String> programs, Path folder) throws IOException {
    for (String name : new LinkedHashSet<>(programs)) {
      if (!NAME.matcher(name).matches()) {
        throw new UserInputException("--with " + name + ": write names such as sh,ping,ip");
      }
      Path program =
          find(name)
              .orElseThrow(() ->
                  new UserInputException(
                      "--with %s: this machine has no such program on the PATH or in %s"
                          .formatted(name, String.join(", ", FOLDERS))));
      Files.copy(program.toRealPath(), folder.resolve(name));
    }
  }

  private static Optional<Path> find(String name) {
    return Stream.concat(
            Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1)), FOLDERS.stream())
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .filter(Files::isRegularFile)
        .findFirst();
  }
}
