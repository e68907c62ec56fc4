package io.smartt.base.input;

import module java.base;

/** Texts that are packed with the program. */
public final class PackedText {
  private PackedText() {}

  /**
   * Reads a whole text; empty if there is none of that name.
   *
   * @param owner class next to which it is packed
   * @param name as {@link Class#getResourceAsStream} takes it
   */
  public static Optional<String> find(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
