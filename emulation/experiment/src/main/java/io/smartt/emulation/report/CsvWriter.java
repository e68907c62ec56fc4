package io.smartt.emulation.report;

import java.io.IOException;
import java.io.Writer;

/** RFC 4180: comma, CRLF, and quotes around fields that hold a comma, a quote or a line break. */
public final class CsvWriter implements Table.Cells {
  private static final int FLUSH_CHARS = 1 << 16;

  private final Writer out;
  private final StringBuilder text = new StringBuilder(FLUSH_CHARS + 1024);
  private boolean rowBegun;

  /** Into a writer, which stays open. */
  public CsvWriter(Writer out) {
    this.out = out;
  }

  /** One field, quoted where it must be. */
  @Override
  public CsvWriter field(String value) {
    separate();
    if (needsQuotes(value)) {
      text.append('"').append(value.replace("\"", "\"\"")).append('"');
    } else {
      text.append(value);
    }
    return this;
  }

  /** A whole number. */
  @Override
  public CsvWriter field(long value) {
    separate();
    text.append(value);
    return this;
  }

  /** A number, at most six decimals, without exponent. */
  @Override
  public CsvWriter field(double value) {
    separate();
    text.append(DecimalText.plain(value));
    return this;
  }

  /** A number that is not negative, with so many decimals at most, without exponent. */
  @Override
  public CsvWriter field(double value, int decimals) {
    separate();
    DecimalText.append(text, value, decimals);
    return this;
  }

  @Override
  public CsvWriter fieldUs(long ps) {
    separate();
    DecimalText.appendUs(text, ps);
    return this;
  }

  /** Several fields. */
  public CsvWriter fields(String... values) {
    for (String value : values) {
      field(value);
    }
    return this;
  }

  /** A field without value. */
  @Override
  public CsvWriter empty() {
    separate();
    return this;
  }

  /** Ends a row. */
  public void endRow() throws IOException {
    text.append("\r\n");
    rowBegun = false;
    if (text.length() >= FLUSH_CHARS) {
      flush();
    }
  }

  /** Hands all that has been written to the writer. */
  public void flush() throws IOException {
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
