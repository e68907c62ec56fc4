package io.smartt.experiment.control;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;

/**
 * One line each way over a control socket: a request, and an answer that begins with a word for
 * what became of it.
 */
final class ControlLine {
  private static final int MOST_BYTES = 4096;
  private static final String DONE = "done ";
  private static final String WRONG = "wrong ";
  private static final String FAILED = "failed ";

  private ControlLine() {}

  /** Reads a line. */
  static String read(SocketChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new EOFException("the other side ended before its line did");
      }
      int last = bytes.position() - 1;
      if (last >= 0 && bytes.get(last) == '\n') {
        return new String(bytes.array(), 0, last, StandardCharsets.UTF_8);
      }
    }
    throw new IOException("a line of more than " + MOST_BYTES + " bytes");
  }

  /** Writes a line. */
  static void write(SocketChannel channel, String line) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap((line.replace('\n', ' ') + '\n').getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      int _ = channel.write(bytes);
    }
  }

  /** Runs what a request asks for. Returns the answer's line, also where that failed. */
  static String answer(String request, UnaryOperator<String> action) {
    try {
      return DONE + action.apply(request);
    } catch (UserInputException e) {
      return WRONG + e.getMessage();
    } catch (RunFailedException e) {
      return FAILED + e.getMessage();
    } catch (RuntimeException e) {
      return FAILED + "a fault of the run: " + e;
    }
  }

  /**
   * Returns what an answer's line says.
   *
   * @throws UserInputException if the request was wrong
   * @throws RunFailedException if it was right and failed
   */
  static String result(String line) {
    if (line.startsWith(DONE)) {
      return line.substring(DONE.length());
    }
    if (line.startsWith(WRONG)) {
      throw new UserInputException(line.substring(WRONG.length()));
    }
    throw new RunFailedException(
        line.startsWith(FAILED) ? line.substring(FAILED.length()) : "not an answer: " + line);
  }
}
