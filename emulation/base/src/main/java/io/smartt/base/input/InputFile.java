package io.smartt.base.input;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that the user named. */
public final class InputFile {
  @FunctionalInterface
  private interface Reading<T> {
    T of(Path file) throws IOException;
  }

  private InputFile() {}

  /**
   * Reads a whole file as UTF-8.
   *
   * @throws UserInputException naming the file if it is not there or cannot be read
   */
  public static String text(Path file) {
    return read(file, Files::readString);
  }

  /**
   * Returns all bytes of a file.
   *
   * @throws UserInputException naming the file if it is not there or cannot be read
   */
  public static byte[] bytes(Path file) {
    return read(file, Files::readAllBytes);
  }

  private static <T> T read(Path file, Reading<T> reading) {
    try {
      return reading.of(file);
    } catch (NoSuchFileException e) {
      throw new UserInputException(file + ": no such file", e);
    } catch (MalformedInputException e) {
      throw new UserInputException(file + ": is not text (UTF-8)", e);
    } catch (IOException e) {
      if (Files.isDirectory(file)) {
        throw new UserInputException(file + ": is a folder, not a file", e);
      }
      throw new UserInputException(file + ": cannot be read: " + FileTrouble.reason(e), e);
    }
  }
}
