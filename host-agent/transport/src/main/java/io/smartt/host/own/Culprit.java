package io.smartt.host.own;

/**
 * What went wrong in a user's code, and at which of its lines.
 *
 * @param what the exception
 * @param line file and line of the innermost frame that is the user's; empty if none is
 */
public record Culprit(String what, String line) {
  /** Finds the user's line in what was thrown. */
  public static Culprit of(Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      String loader = frame.getClassLoaderName();
      if (loader != null && loader.startsWith(OwnLoader.PREFIX)) {
        String line = frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
        return new Culprit(name(thrown), frame.getFileName() + line);
      }
    }
    return new Culprit(name(thrown), "");
  }

  private static String name(Throwable thrown) {
    String message = thrown.getMessage();
    return thrown.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  /** Line and exception, as errors have them. */
  public String text() {
    return line.isEmpty() ? what : line + ": " + what;
  }
}
