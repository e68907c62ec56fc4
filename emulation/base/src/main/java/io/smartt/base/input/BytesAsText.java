package io.smartt.base.input;

import module java.base;

/** Bytes of a file as text, so that they can stand in a YAML file: compressed, in Base64. */
public final class BytesAsText {
  private static final String MARK = "gzip,base64:";

  private BytesAsText() {}

  /** The text of bytes. */
  public static String pack(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return MARK + Base64.getEncoder().encodeToString(packed.toByteArray());
  }

  /** Returns whether a text is packed bytes. */
  public static boolean isPacked(String text) {
    return text.startsWith(MARK);
  }

  /**
   * The bytes of a text.
   *
   * @param file that the text is of, for the error
   * @throws UserInputException if it was damaged
   */
  public static byte[] unpack(String file, String text) {
    try {
      byte[] packed = Base64.getDecoder().decode(text.substring(MARK.length()).strip());
      try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
        return gzip.readAllBytes();
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new UserInputException(file + ": its packed bytes are damaged", e);
    }
  }
}
