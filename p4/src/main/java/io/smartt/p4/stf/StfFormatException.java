package io.smartt.p4.stf;

/** A script that cannot be used; the message names the line. */
public final class StfFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the line, from 1, and what is wrong there. */
  public StfFormatException(int line, String problem) {
    super("line " + line + ": " + problem);
  }
}
