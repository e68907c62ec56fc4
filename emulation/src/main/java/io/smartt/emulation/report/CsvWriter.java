package io.smartt.emulation.report;

import java.io.IOException;
import java.io.Writer;

/** RFC 4180: comma, CRLF, and quotes around fields that hold a comma, a quote or a line break. */
final class CsvWriter {
  private static final int FLUSH_CHARS = 1 << 16;

  private final Writer out;
  private final StringBuilder text = new StringBuilder(FLUSH_CHARS + 1024);
  private boolean rowBegun;

  CsvWriter(Writer out) {
    this.out = out;
  }

  CsvWriter field(String value) {
    separate();
    if (needsQuotes(value)) {
      text.append('"').append(value.replace("\"", "\"\"")).append('"');
    } else {
      text.append(value);
    }
    return this;
  }

  CsvWriter field(long value) {
    separate();
    text.append(value);
    return this;
  }

  CsvWriter field(double value) {
    separate();
    text.append(Numbers.plain(value));
    return this;
  }

  CsvWriter fieldUs(long ps) {
    separate();
    Numbers.appendUs(text, ps);
    return this;
  }

  CsvWriter fields(String... values) {
    for (String value : values) {
      field(value);
    }
    return this;
  }

  CsvWriter empty() {
    separate();
    return this;
  }

  void endRow() throws IOException {
    text.append("\r\n");
    rowBegun = false;
    if (text.length() >= FLUSH_CHARS) {
      flush();
    }
  }

  void flush() throws IOException {
    out.append(text);
    text.setLength(0);
  }

  private void separate() {
    if (rowBegun) {
      text.append(',');
    }
    rowBegun = true;
  }

  private static boolean needsQuotes(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == ',' || c == '"' || c == '\r' || c == '\n') {
        return true;
      }
    }
    return false;
  }
}
