package io.smartt.softswitch.standalone;

import io.smartt.softswitch.explain.PacketLog;
import io.smartt.softswitch.explain.SwitchEvent;
import io.smartt.softswitch.standalone.StandaloneSwitch.TraceReader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells what packets meet in a switch to its log, where that has level debug, and to who reads
 * along. Where neither is so, packets run compiled and nothing here is called. For the switch's
 * thread.
 */
final class SwitchTrace {
  private final SwitchLog log;
  private final boolean logged;
  private final PacketLog packets = new PacketLog(this::happened);
  private final TraceLines lines = new TraceLines(this::line);
  private @Nullable TraceReader reader;
  private Consumer<Boolean> observe = _ -> {};
  private String prefix = "";
  private boolean read;

  SwitchTrace(SwitchLog log) {
    this.log = log;
    this.logged = log.says(SwitchLog.Level.DEBUG);
  }

  /** Returns what pipelines tell it. */
  PacketLog packets() {
    return packets;
  }

  /** Makes the switch observe its packets, or not. */
  void connect(Consumer<Boolean> newObserve) {
    observe = newObserve;
    observe.accept(isOn());
  }

  /** Returns whether somebody listens. */
  boolean isOn() {
    return logged || reader != null;
  }

  /** Begins to tell a reader; false where there is one already. */
  boolean attach(TraceReader newReader) {
    if (reader != null) {
      return false;
    }
    reader = newReader;
    observe.accept(true);
    newReader.line("[I] Packets are traced from the next one on");
    return true;
  }

  /** Ends it for this reader, where it has not ended. */
  void detach(TraceReader old) {
    if (old.equals(reader)) {
      reader = null;
      observe.accept(logged);
    }
  }

  private void happened(long packet, int port, SwitchEvent event) {
    TraceReader now = reader;
    read = now != null && now.wants(packet, port, event);
    prefix = "[%d.%d] [cxt 0] ".formatted(packet, event.copy() - 1);
    lines.add(event);
    if (now != null && now.isDone()) {
      detach(now);
    }
  }

  private void line(SwitchLog.Level level, String text) {
    log.line(level, prefix + text);
    if (read && reader != null) {
      reader.line("[%c] %s%s".formatted(level.name().charAt(0), prefix, text));
    }
  }
}
