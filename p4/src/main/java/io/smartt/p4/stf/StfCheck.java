package io.smartt.p4.stf;

/**
 * One thing that a script expects, and what became of it.
 *
 * @param line where the script says so, from 1; 0 for what no line says, such as packets that
 *     nobody expects
 * @param text what was found, and what was expected where that is something else
 */
public record StfCheck(int line, boolean passed, String text) {
  @Override
  public String toString() {
    return line == 0 ? text : "line " + line + ": " + text;
  }
}
