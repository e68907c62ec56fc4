package io.smartt.experiment.report;

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

  private WholeFile() {}

  /**
   * Writes text in UTF-8; the folder must be there.
   *
   * @throws RunFailedException if it cannot be written
   */
  public static void write(Path file, Content content) {
    put(
        file,
        part -> {
          try (Writer out = Files.newBufferedWriter(part, StandardCharsets.UTF_8)) {
            content.to(out);
          } catch (IOException e) {
            throw cannotWrite(file, e);
          }
        });
  }

  /**
   * Writes a short text over a file that is there, for a disk without room for a second file. A
   * reader may see it half written.
   *
   * @return whether it could be written
   */
  static boolean overwrite(Path file, Content content) {
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

  /**
   * Replaces a file like {@link #write}, by a writer that receives the path of the partial file.
   */
  static void put(Path file, Consumer<Path> writer) {
    Path part = part(file);
    try {
      writer.accept(part);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (UncheckedIOException e) {
      remove(part);
      throw cannotWrite(file, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      remove(part);
      throw cannotWrite(file, e);
    } catch (RuntimeException e) {
      remove(part);
      throw e;
    }
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
  static Path part(Path file) {
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
