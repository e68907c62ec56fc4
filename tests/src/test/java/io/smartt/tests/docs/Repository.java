package io.smartt.tests.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The files of this checkout that people write. */
final class Repository {
  /** Root of the checkout, as seen from the module in whose folder Maven runs its tests. */
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Set<String> MADE =
      Set.of("target", "runs", "node_modules", ".git", ".idea", ".smartt");

  private Repository() {}

  /** Files below a folder whose name fits, in the order of their paths. */
  static List<Path> files(Path folder, Predicate<String> name) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes attributes) {
            return MADE.contains(entered.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (name.test(file.getFileName().toString())) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files.stream().sorted().toList();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
