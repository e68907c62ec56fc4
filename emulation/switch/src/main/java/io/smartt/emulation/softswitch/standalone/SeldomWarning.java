package io.smartt.emulation.softswitch.standalone;

import io.smartt.emulation.softswitch.standalone.SwitchLog.Level;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warnings that packets cause: each kind is said once a minute at most, so that no packet fills a
 * log. They go to the switch's log, and to standard error where there is none. Safe for many
 * threads.
 */
final class SeldomWarning {
  private static final Logger LOG = LoggerFactory.getLogger(SeldomWarning.class);
  private static final long SILENCE_PS = 60_000_000_000_000L;

  private final String switchName;
  private final SwitchLog log;
  private final Map<String, Kind> kinds = new HashMap<>();

  private static final class Kind {
    long saidPs;
    long heldBack;
  }

  SeldomWarning(String switchName, SwitchLog log) {
    this.switchName = switchName;
    this.log = log;
  }

  /**
   * Says something unless that kind was said less than a minute ago.
   *
   * @param kind what counts as the same; there are few
   */
  synchronized void warn(long nowPs, String kind, String text) {
    Kind known = kinds.get(kind);
    if (known != null && nowPs - known.saidPs < SILENCE_PS) {
      known.heldBack++;
      return;
    }
    Kind said = known == null ? new Kind() : known;
    kinds.put(kind, said);
    say(
        said.heldBack == 0
            ? text
            : "%s (%d times since the last time)".formatted(text, said.heldBack + 1));
    said.saidPs = nowPs;
    said.heldBack = 0;
  }

  private void say(String text) {
    if (log.says(Level.WARN)) {
      log.line(Level.WARN, text);
    } else {
      LOG.warn("switch {}: {}", switchName, text);
    }
  }
}
