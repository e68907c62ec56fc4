package io.smartt.softswitch.standalone;

import module java.base;

import io.smartt.p4.pipeline.Packet;

/**
 * The log of a switch, packet by packet if asked: simple_switch's {@code --log-console} and {@code
 * --log-file}. Safe for many threads.
 *
 * @param least what is said at least
 * @param flushed whether each line is written out at once
 * @param dumpBytes how much of each packet is shown; 0: nothing
 */
public record SwitchLog(PrintWriter out, Level least, boolean flushed, int dumpBytes, Clock clock) {
  /** The amount that is said, most first. */
  public enum Level {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR,
    OFF
  }

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

  /** Says nothing. */
  public static SwitchLog none() {
    return new SwitchLog(
        new PrintWriter(PrintWriter.nullWriter()), Level.OFF, false, 0, Clock.systemUTC());
  }

  /** Returns whether something of this level is said. */
  public boolean says(Level level) {
    return level != Level.OFF && level.compareTo(least) >= 0;
  }

  /** One line. */
  public void line(Level level, String text) {
    if (!says(level)) {
      return;
    }
    String line = "[%s] [%s] %s".formatted(TIME.format(LocalTime.now(clock)), letter(level), text);
    synchronized (out) {
      out.println(line);
      if (flushed) {
        out.flush();
      }
    }
  }

  /** The bytes of a packet, where they are to be shown. */
  void dump(String what, int port, Packet packet) {
    if (dumpBytes > 0 && says(Level.INFO)) {
      int shown = Math.min(dumpBytes, packet.headLength());
      String bytes = HexFormat.of().formatHex(packet.bytes(), 0, shown);
      line(Level.INFO, what + " port " + port + ": " + bytes);
    }
  }

  private static char letter(Level level) {
    return level.name().charAt(0);
  }

  /** Writes out what waits. */
  public void flush() {
    synchronized (out) {
      out.flush();
    }
  }
}
