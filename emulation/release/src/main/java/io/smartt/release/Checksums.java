package io.smartt.release;

import module java.base;

import io.smartt.base.input.Sha256;

/** SHA-256 of files. */
final class Checksums {
  /** The file that has them, as {@code sha256sum -c} reads it. */
  static final String NAME = "SHA256SUMS";

  private Checksums() {}

  /**
   * Writes those of all files of a folder.
   *
   * @param args the folder
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    StringBuilder lines = new StringBuilder();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        if (Files.isRegularFile(file) && !file.endsWith(NAME)) {
          lines.append(Sha256.of(Files.readAllBytes(file)) + "  " + file.getFileName() + "\n");
        }
      }
    }
    Files.writeString(folder.resolve(NAME), lines);
  }

  /** Returns the SHA-256 sum as RECORD of a Python wheel has it. */
  static String base64(byte[] content) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.digest().digest(content));
  }
}
