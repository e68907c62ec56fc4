package io.smartt.realtime.wireshark;

import module java.base;

/** The Lua dissector of the wire format, for Wireshark and tshark. */
public final class Dissector {
  /** The name of its file. */
  public static final String FILE = "smartt.lua";

  private Dissector() {}

  /** Returns its source. */
  public static String source() {
    return text(FILE);
  }

  static String text(String resource) {
    try (InputStream in =
        Objects.requireNonNull(Dissector.class.getResourceAsStream(resource), resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
