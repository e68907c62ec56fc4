package io.smartt.p4.bmv2;

/** A BMv2 JSON that cannot be used; the message names the place in it and what is wrong there. */
public final class Bmv2FormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * An exception with the place and the problem.
   *
   * @param path where, such as {@code $.actions[3].primitives[0].op}
   * @param problem what was found and what is accepted
   */
  public Bmv2FormatException(String path, String problem) {
    super("BMv2 JSON: " + path + ": " + problem);
  }
}
