package io.smartt.study.bundle;

import module java.base;

import io.smartt.base.input.Sha256;

/**
 * A file of the results as the bundle knows it.
 *
 * @param path in the folder of results, with slashes
 * @param bytes its length
 * @param sha256 of its content
 * @param whole whether the bundle has its content
 * @param blocks of a file that is not whole: the first half of the SHA-256 of each 64 KiB
 */
public record ExpectedFile(
    String path, long bytes, String sha256, boolean whole, List<String> blocks) {
  /** Bytes of a block. */
  static final int BLOCK = 1 << 16;

  private static final int HALF = 32;

  /** Copies the list. */
  public ExpectedFile {
    blocks = List.copyOf(blocks);
  }

  static ExpectedFile of(String path, Path file, boolean whole) throws IOException {
    return new ExpectedFile(
        path, Files.size(file), Sha256.of(file), whole, whole ? List.of() : blocks(file));
  }

  /** Returns whether a file has the same content. */
  boolean sameAs(Path file) throws IOException {
    return Files.size(file) == bytes && Sha256.of(file).equals(sha256);
  }

  /** The hashes of a file's blocks. */
  static List<String> blocks(Path file) throws IOException {
    List<String> blocks = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file)) {
      for (byte[] block = in.readNBytes(BLOCK); block.length > 0; block = in.readNBytes(BLOCK)) {
        blocks.add(Sha256.of(block).substring(0, HALF));
      }
    }
    return blocks;
  }
}
