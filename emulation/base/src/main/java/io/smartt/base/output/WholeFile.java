package io.smartt.base.output;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;

/** Writes files that appear whole or not at all, even if the process is killed. */
public final class WholeFile {
  /** Text that is written to a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes it. */
    void to(Writer out) throws IOException;
  }

  /** The writer of a file's bytes. */
  @FunctionalInterface
  public interface Filling {
    /** Writes them to a partial file. */
    void to(Path part) throws IOException;
  }

  private WholeFile() {}

  /**
   * Writes text in UTF-8; the folder must be there.
   *
   * @throws RunFailedException if it cannot be written
   */
  public static void write(Path file, Content content) {
    put(
        file,
        writing(file),
        part -> {
          try (Writer out = Files.newBufferedWriter(part, StandardCharsets.UTF_8)) {
            content.to(out);
          }
        });
  }

  /**
   * Writes a short text over a file that is there, for a disk without room for a second file. A
   * reader may see it half written.
   *
   * @return whether it could be written
   */
  public static boolean overwrite(Path file, Content content) {
    StringWriter text = new StringWriter();
    try {
      content.to(text);
      ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        int length = bytes.remaining();
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.truncate(length);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Replaces a file like {@link #write}; where it cannot be written, it fails in these words. */
  public static void put(Path file, FileErrors.Failure failure, Filling filling) {
    Path part = part(file);
    failure.run(() -> {
      try {
        filling.to(part);
        rename(part, file);
      } catch (UncheckedIOException e) {
        throw Objects.requireNonNull(e.getCause());
      } finally {
        remove(part);
      }
    });
  }

  /** Gives a file another name, in one step, in place of what had it. */
  public static void rename(Path file, Path to) throws IOException {
    Files.move(file, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Makes a folder, with those around it, if it is not there.
   *
   * @throws RunFailedException if it cannot be made
   */
  public static void folder(Path folder) {
    writing(folder).run(() -> Files.createDirectories(folder));
  }

  /** Returns the failure of a step that writes a file or a folder. */
  public static FileErrors.Failure writing(Path path) {
    return RunFailedException.saying("cannot write " + path);
  }

  /** Returns the failure of what could not write a file or a folder. */
  public static RuntimeException cannotWrite(Path path, IOException e) {
    return writing(path).because(e);
  }

  /** Returns where a file is until it is whole. */
  public static Path part(Path file) {
    return file.resolveSibling("." + file.getFileName() + ".part");
  }

  /** Removes what is half written, which is of no use to anybody. */
  private static void remove(Path part) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      // What could not be written is said already.
    }
  }
}
