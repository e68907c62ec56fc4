package io.smartt.p4.pipeline.runtime;

import module java.base;

/** Fills the braces of a {@code log_msg} format. */
public final class LogFormat {
  private LogFormat() {}

  /** Each {@code {}} takes the next argument; a brace behind a backslash stands for itself. */
  public static String fill(String format, List<?> arguments) {
    StringBuilder text = new StringBuilder();
    Iterator<?> next = arguments.iterator();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c == '\\' && i + 1 < format.length() && "{}".indexOf(format.charAt(i + 1)) >= 0) {
        text.append(format.charAt(++i));
      } else if (c == '{' && format.indexOf('}', i) >= 0) {
        int end = format.indexOf('}', i);
        text.append(next.hasNext() ? String.valueOf(next.next()) : format.substring(i, end + 1));
        i = end;
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
