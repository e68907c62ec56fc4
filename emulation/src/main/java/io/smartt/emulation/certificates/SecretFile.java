package io.smartt.emulation.certificates;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

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
}
