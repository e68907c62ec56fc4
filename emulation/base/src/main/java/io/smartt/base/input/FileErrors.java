package io.smartt.base.input;

import module java.base;

/**
 * Says why a file cannot be read or written. The message of a {@link FileSystemException} is often
 * the path alone and its class has the reason.
 */
public final class FileErrors {
  private FileErrors() {}

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
