package io.smartt.base.input;

import module java.base;

/**
 * Says why a file cannot be read or written. The message of a {@link FileSystemException} is often
 * the path alone and its class has the reason.
 */
public final class FileErrors {
  private FileErrors() {}

  /** A step that files, sockets or programs may refuse. */
  @FunctionalInterface
  public interface Step {
    /** Takes the step. */
    void run() throws IOException;
  }

  /** A value that files, sockets or programs may refuse. */
  @FunctionalInterface
  public interface Source<T> {
    /** Returns the value. */
    T get() throws IOException;
  }

  /**
   * A failure that says what could not be done and, behind a colon, the reason.
   *
   * @param kind makes the exception from its message and its cause
   */
  public record Failure(
      BiFunction<String, ? super IOException, ? extends RuntimeException> kind, String what) {
    /** Takes a step, which fails in these words. */
    public void run(Step step) {
      try {
        step.run();
      } catch (IOException e) {
        throw because(e);
      }
    }

    /** Returns a value, which fails in these words. */
    public <T> T get(Source<T> source) {
      try {
        return source.get();
      } catch (IOException e) {
        throw because(e);
      }
    }

    /** Returns the exception for a reason. */
    public RuntimeException because(IOException e) {
      return kind.apply(what + ": " + reason(e), e);
    }
  }

  /** Returns the failure of a user's file or folder. */
  public static Failure input(String what) {
    return new Failure(UserInputException::new, what);
  }

  /** Takes a step that nothing should refuse. */
  public static void run(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a value that nothing should refuse. */
  public static <T> T get(Source<T> source) {
    try {
      return source.get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the reason in words, without the path of the file that the caller names. */
  public static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "there is no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException taken -> taken.getFile() + " is in the way";
      case DirectoryNotEmptyException full -> full.getFile() + " is a folder with files in it";
      case NotDirectoryException file -> file.getFile() + " is not a folder";
      case EOFException _ -> "it ends too early";
      case FileSystemException other ->
          Objects.requireNonNullElseGet(other.getReason(), () -> own(e));
      default -> own(e);
    };
  }

  private static String own(IOException e) {
    return Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
  }
}
