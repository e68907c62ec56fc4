package io.smartt.base.input;

import module java.base;

/**
 * A file that the user named. Text is UTF-8, with or without a byte order mark, or UTF-16 with one,
 * as editors and spreadsheets of Windows write it; what gzip has packed is unpacked. Ends of lines
 * stay as they are.
 */
public final class InputFile {
  /** More than any text that a run can use; a file of more, packed or not, is refused. */
  private static final int MOST = 1 << 30;

  /** A device or a pipe does not say how long it is; some have no end. */
  private static final int MOST_OF_DEVICE = 1 << 26;

  private static final int PIPE_SECONDS = 10;

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
    try {
      String text = charset(plain).newDecoder().decode(ByteBuffer.wrap(plain)).toString();
      return text.startsWith(MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new UserInputException(place + " is not text (UTF-8)", e);
    }
  }

  /**
   * Opens a text that may be longer than the memory, to be read piece by piece.
   *
   * @throws UserInputException naming the file if it is not there or cannot be read
   */
  public static BufferedReader reader(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return new BufferedReader(new StringReader(text(file)));
    }
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    InputStream plain =
        begins(first(in), GZIP) ? new BufferedInputStream(new GZIPInputStream(in)) : in;
    BufferedReader text =
        new BufferedReader(new InputStreamReader(plain, charset(first(plain)).newDecoder()));
    text.mark(1);
    if (text.read() != MARK.charAt(0)) {
      text.reset();
    }
    return text;
  }

  private static byte[] first(InputStream in) throws IOException {
    in.mark(GZIP.length);
    byte[] first = in.readNBytes(GZIP.length);
    in.reset();
    return first;
  }

  private static Charset charset(byte[] text) {
    return begins(text, BIG_ENDIAN) || begins(text, LITTLE_ENDIAN)
        ? StandardCharsets.UTF_16
        : StandardCharsets.UTF_8;
  }

  /**
   * Returns all bytes of a file, as they are.
   *
   * @throws UserInputException naming the file if it is not there, cannot be read, or is too long
   */
  public static byte[] bytes(Path file) {
    if (Files.isDirectory(file)) {
      throw new UserInputException(file + ": is a folder, not a file");
    }
    try {
      boolean sized = Files.isRegularFile(file);
      if (sized && Files.size(file) >= MOST) {
        throw new UserInputException(file + ": has more than " + MOST + " bytes");
      }
      if (sized || !Files.exists(file)) {
        return Files.readAllBytes(file);
      }
      try (InputStream in = openedInTime(file)) {
        byte[] all = in.readNBytes(MOST_OF_DEVICE);
        if (all.length == MOST_OF_DEVICE) {
          throw new UserInputException(
              file + ": is no regular file and goes on after " + all.length + " bytes");
        }
        return all;
      }
    } catch (NoSuchFileException e) {
      throw new UserInputException(file + ": no such file", e);
    } catch (IOException e) {
      throw new UserInputException(file + ": cannot be read: " + FileErrors.reason(e), e);
    }
  }

  /** Opens a device or a pipe, of which a pipe opens only once somebody writes to it. */
  private static InputStream openedInTime(Path file) throws IOException {
    FutureTask<InputStream> opening = new FutureTask<>(() -> Files.newInputStream(file));
    Thread.ofPlatform().daemon().name("open-" + file).start(opening);
    try {
      return opening.get(PIPE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new UserInputException(
          file + ": is a pipe that nobody writes to after " + PIPE_SECONDS + " s", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
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
      byte[] all = in.readNBytes(MOST);
      if (all.length == MOST) {
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
