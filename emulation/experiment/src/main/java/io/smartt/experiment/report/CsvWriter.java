package io.smartt.experiment.report;

import module java.base;

/** RFC 4180: comma, CRLF, and quotes around fields that hold a comma, a quote or a line break. */
final class CsvWriter {
  private static final int FLUSH_CHARS = 1 << 16;

  private final Writer out;
  private final StringBuilder text = new StringBuilder(FLUSH_CHARS + 1024);
  private boolean rowBegun;

  /** Creates a CSV in a writer, which stays open. */
  CsvWriter(Writer out) {
    this.out = out;
  }

  /** One field, quoted where it must be. */
  CsvWriter field(String value) {
    separate();
    append(value);
    return this;
  }

  private void append(String value) {
    if (needsQuotes(value)) {
      text.append('"').append(value.replace("\"", "\"\"")).append('"');
    } else {
      text.append(value);
    }
  }

  /** A number or text of a column; nothing for what is not known. */
  void cell(Table.Type type, Optional<Object> value) {
    separate();
    switch (value.orElse("")) {
      case Double number -> text.append(DecimalText.plain(number));
      case Number ps when type == Table.Type.US -> DecimalText.appendUs(text, ps.longValue());
      case Number whole -> text.append(whole.longValue());
      case Object other -> append(other.toString());
    }
  }

  /** Ends a row. */
  void endRow() throws IOException {
    text.append("\r\n");
    rowBegun = false;
    if (text.length() >= FLUSH_CHARS) {
      flush();
    }
  }

  /** Hands all that has been written to the writer. */
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
