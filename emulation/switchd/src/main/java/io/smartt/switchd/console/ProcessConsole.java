package io.smartt.switchd.console;

import module java.base;

/**
 * The console of this process.
 *
 * @param console of its standard streams
 * @param output knows whether results could be written
 */
public record ProcessConsole(Console console, StandardOutput output) {
  /** Opens it. */
  public static ProcessConsole open() {
    StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    return new ProcessConsole(
        new Console(
            new PrintWriter(output, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8),
            Console.isTerminal(2),
            Console.Colours.of(Console.isTerminal(1), System.getenv()),
            Console.Colours.of(Console.isTerminal(2), System.getenv()),
            () -> Console.columns(Console.isTerminal(1), System.getenv())),
        output);
  }

  /**
   * Writes out what is left.
   *
   * @param status of the command
   * @return that status, or that of a failure if results were lost
   */
  public int finish(int status) {
    console.out().flush();
    return output
        .failure()
        .map(why -> {
          console.err().println("smartt: cannot write standard output: " + why);
          return status == 0 ? Failures.FAILED : status;
        })
        .orElse(status);
  }

  /**
   * A stream that remembers why it could not be written: writers of text swallow that. A reader
   * that has had enough, as {@code head} has, is no failure.
   */
  public static final class StandardOutput extends FilterOutputStream {
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
}
