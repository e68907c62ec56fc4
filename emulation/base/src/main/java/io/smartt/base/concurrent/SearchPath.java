package io.smartt.base.concurrent;

import module java.base;

/**
 * The folders that programs are looked for in.
 *
 * @param folders the first that has a program wins
 */
public record SearchPath(List<Path> folders) {
  public SearchPath {
    folders = List.copyOf(folders);
  }

  /** Returns the folders that a shell would look in. */
  public static SearchPath ofEnvironment() {
    return new SearchPath(
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .filter(folder -> !folder.isEmpty())
            .map(Path::of)
            .toList());
  }

  /** Returns where a program is. */
  public Optional<Path> find(String program) {
    return folders.stream()
        .map(folder -> folder.resolve(program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
