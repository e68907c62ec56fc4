package io.smartt.emulation.softswitch.standalone;

import io.smartt.emulation.softswitch.explain.SwitchEvent;

/** Reads along what packets meet in a running switch, on the switch's thread. Must not block. */
public interface TraceReader {
  /** Returns whether lines about this event are wanted. Hears of every event. */
  boolean wants(long packet, int port, SwitchEvent event);

  /** A line as the log would have it. */
  void line(String text);

  /** Returns whether it has read enough. Asked after each event; the last call where it has. */
  boolean isDone();
}
