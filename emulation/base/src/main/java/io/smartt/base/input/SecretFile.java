package io.smartt.base.input;

import module java.base;

/** Files that only their owner can read: keys and tokens. */
public final class SecretFile {
  private SecretFile() {}

  /** Writes a file, in place of one of that name; at no time can others read it. */
  public static void write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      FileAttribute<?> ownerOnly =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      Files.createFile(file, ownerOnly);
    }
    Files.writeString(file, text);
  }

  /**
   * Returns the text of a file, white space around it left out.
   *
   * @throws UserInputException naming a file that others can read, or that cannot be read
   */
  public static String read(Path file) {
    String text = InputFile.text(file).strip();
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return text;
    }
    return FileErrors.input(file + ": cannot be read")
        .get(() -> {
          String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
          if (!rights.endsWith("------")) {
            throw new UserInputException(
                ("%s: others than its owner can read or write it (%s); run 'chmod 600 %s', and"
                        + " change the secret if others may have it")
                    .formatted(file, rights, file));
          }
          return text;
        });
  }
}
