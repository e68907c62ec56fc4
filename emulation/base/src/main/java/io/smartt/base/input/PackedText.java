package io.smartt.base.input;

import module java.base;

/** Files that are packed with the program. */
public final class PackedText {
  private PackedText() {}

  /**
   * Reads a whole text; empty if there is none of that name.
   *
   * @param owner class next to which it is packed
   * @param name as {@link Class#getResourceAsStream} takes it
   */
  public static Optional<String> find(Class<?> owner, String name) {
    return content(owner, name).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** Reads a whole text that each build has. */
  public static String read(Class<?> owner, String name) {
    return new String(bytes(owner, name), StandardCharsets.UTF_8);
  }

  /** Reads a whole file that each build has. */
  public static byte[] bytes(Class<?> owner, String name) {
    return content(owner, name)
        .orElseThrow(() -> new IllegalStateException("the build lacks " + name));
  }

  private static Optional<byte[]> content(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
