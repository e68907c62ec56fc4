package io.smartt.emulation.cli.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * A stream that remembers why it could not be written: writers of text swallow that. A reader that
 * has had enough, as {@code head} has, is no failure.
 */
public final class StandardOutput extends FilterOutputStream {
  private static final String READER_IS_GONE = "Broken pipe";

  private Optional<String> failure = Optional.empty();

  /** Writes into another stream. */
  public StandardOutput(OutputStream out) {
    super(out);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage());
      if (!why.equals(READER_IS_GONE) && failure.isEmpty()) {
        failure = Optional.of(why);
      }
      throw e;
    }
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  /** Returns why something was not written, if that happened. */
  public synchronized Optional<String> failure() {
    return failure;
  }
}
