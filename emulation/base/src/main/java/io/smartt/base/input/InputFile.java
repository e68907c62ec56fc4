package io.smartt.base.input;

import module java.base;

/**
 * A file that the user named. Text is UTF-8, with or without a byte order mark, or UTF-16 with one,
 * as editors and spreadsheets of Windows write it; what gzip has packed is unpacked. Ends of lines
 * stay as they are.
 */
public final class InputFile {
  /** More than any text that a run can use; a file that unpacks to more is refused. */
  private static final int MOST_UNPACKED = 1 << 30;

  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] BIG_ENDIAN = {(byte) 0xfe, (byte) 0xff};
  private static final byte[] LITTLE_ENDIAN = {(byte) 0xff, (byte) 0xfe};
  private static final String MARK = "\uFEFF";

  private InputFile() {}

  /**
   * Reads all text of a file.
   *
   * @throws UserInputException naming the file if it is not there or cannot be read
   */
  public static String text(Path file) {
    return text(file + ":", bytes(file));
  }

  /**
   * Returns the lines of a file.
   *
   * @throws UserInputException naming the file if it is not there or cannot be read
   */
  public static List<String> lines(Path file) {
    return text(file).lines().toList();
  }

  /**
   * Returns the text that bytes of a file are.
   *
   * @param place names the file, in front of what is wrong with it
   * @throws UserInputException if they are no text
   */
  public static String text(String place, byte[] bytes) {
    byte[] plain = unpacked(place, bytes);
    Charset charset =
        begins(plain, BIG_ENDIAN) || begins(plain, LITTLE_ENDIAN)
            ? StandardCharsets.UTF_16
            : StandardCharsets.UTF_8;
    try {
      String text = charset.newDecoder().decode(ByteBuffer.wrap(plain)).toString();
      return text.startsWith(MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new UserInputException(place + " is not text (UTF-8)", e);
    }
  }

  /**
   * Returns all bytes of a file, as they are.
   *
   * @throws UserInputException naming the file if it is not there or cannot be read
   */
  public static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new UserInputException(file + ": no such file", e);
    } catch (IOException e) {
      if (Files.isDirectory(file)) {
        throw new UserInputException(file + ": is a folder, not a file", e);
      }
      throw new UserInputException(file + ": cannot be read: " + FileErrors.reason(e), e);
    }
  }

  /**
   * Returns bytes of a file without the packing of gzip, if they have it.
   *
   * @param place names the file, in front of what is wrong with it
   * @throws UserInputException if the packing is damaged
   */
  public static byte[] unpacked(String place, byte[] bytes) {
    if (!begins(bytes, GZIP)) {
      return bytes;
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      byte[] all = in.readNBytes(MOST_UNPACKED);
      if (all.length == MOST_UNPACKED) {
        throw new UserInputException(place + " unpacks to more than " + all.length + " bytes");
      }
      return all;
    } catch (IOException e) {
      throw new UserInputException(
          place + " is packed by gzip and damaged: " + FileErrors.reason(e), e);
    }
  }

  private static boolean begins(byte[] bytes, byte[] with) {
    return bytes.length >= with.length && bytes[0] == with[0] && bytes[1] == with[1];
  }
}
