package io.smartt.base.input;

import module java.base;

/** SHA-256 in hexadecimal digits. */
public final class Sha256 {
  private static final int CHUNK = 1 << 16;

  private Sha256() {}

  /** Returns what takes content piece by piece. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Returns the hash of a file's content. */
  public static String of(Path file) throws IOException {
    MessageDigest digest = digest();
    byte[] chunk = new byte[CHUNK];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        digest.update(chunk, 0, n);
      }
    }
    return hex(digest, digest.getDigestLength());
  }

  /** Returns the hash of some bytes. */
  public static String of(byte[] content) {
    return HexFormat.of().formatHex(digest().digest(content));
  }

  /** Returns the first bytes of a text's hash, in UTF-8. */
  public static String beginning(String text, int bytes) {
    MessageDigest digest = digest();
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    return hex(digest, bytes);
  }

  /** Returns the first bytes of the hash of what was given until now. */
  public static String hex(MessageDigest digest, int bytes) {
    return HexFormat.of().formatHex(digest.digest(), 0, bytes);
  }
}
