package io.smartt.softswitch.standalone;

import module java.base;

import io.smartt.base.concurrent.SeldomLines;
import io.smartt.host.packetio.UnsentFrames;
import io.smartt.host.packetio.UnsentFrames.UnsentReason;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.p4runtime.LostMessages;
import io.smartt.softswitch.port.FilePort;
import io.smartt.softswitch.port.SwitchPort;
import io.smartt.softswitch.standalone.SwitchLog.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work that a switch does by the clock and not by packets: idle timeouts and digests every 10
 * ms (as P4Runtime section 9.1.8 suggests), links and files a few times a second. On a thread of
 * its own, since telling controllers waits for writes.
 */
final class Housekeeping implements AutoCloseable {
  private static final long TICK_MS = 10;
  private static final long LINK_TICKS = 25;

  private final EmbeddedDevice device;
  private final Map<Integer, SwitchPort> ports;
  private final LongSupplier clockPs;
  private final SwitchLog log;
  private final SeldomWarning warnings;
  private final Map<Integer, Boolean> up = new HashMap<>();
  private final Map<Integer, EnumMap<UnsentReason, Long>> unsent = new HashMap<>();
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("housekeeping").daemon().factory());
  private long ticks;
  private long lostMessages;

  Housekeeping(
      EmbeddedDevice device,
      Map<Integer, SwitchPort> ports,
      LongSupplier clockPs,
      SwitchLog log,
      SeldomWarning warnings) {
    this.device = device;
    this.ports = ports;
    this.clockPs = clockPs;
    this.log = log;
    this.warnings = warnings;
  }

  void start() {
    var _ = executor.scheduleWithFixedDelay(this::tick, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    try {
      device.housekeeping(clockPs.getAsLong());
      if (ticks++ % LINK_TICKS == 0) {
        ports.forEach(this::look);
        device.lostMessages().ifPresent(this::lookAtLost);
        log.flush();
      }
    } catch (RuntimeException e) {
      // The executor would end with the first failure.
      log.line(Level.ERROR, "housekeeping failed: " + e);
    }
  }

  private void look(int number, SwitchPort port) {
    if (port instanceof FilePort file) {
      file.flush();
    }
    port.unsent().ifPresent(frames -> lookAtUnsent(number, port.attachment(), frames));
    boolean isUp = port.isUp();
    Boolean wasUp = up.put(number, isUp);
    if (wasUp != null && wasUp != isUp) {
      log.line(Level.INFO, "Port %d is %s".formatted(number, isUp ? "up" : "down"));
      device.linkChanged(number);
    }
  }

  private void lookAtUnsent(int number, String attachment, UnsentFrames frames) {
    EnumMap<UnsentReason, Long> known =
        unsent.computeIfAbsent(number, _ -> new EnumMap<>(UnsentReason.class));
    for (UnsentReason reason : UnsentReason.values()) {
      long now = frames.frames(reason);
      if (now > known.getOrDefault(reason, 0L)) {
        known.put(reason, now);
        warnings.warn(
            clockPs.getAsLong(),
            number + reason.name(),
            "port %d (%s) could not send frames: %d so far, %s"
                .formatted(number, attachment, now, reason.text()));
      }
    }
  }

  private void lookAtLost(LostMessages lost) {
    if (lost.total() > lostMessages) {
      lostMessages = lost.total();
      warnings.warn(
          clockPs.getAsLong(), "lost messages", "controllers did not take messages: " + lost);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
    try {
      boolean ended = executor.awaitTermination(2, TimeUnit.SECONDS);
      if (!ended) {
        log.line(Level.WARN, "housekeeping did not end in 2 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Warnings that packets cause: each kind is said once a minute at most, so that no packet fills a
   * log. They go to the switch's log, and to standard error where there is none. Safe for many
   * threads.
   */
  static final class SeldomWarning {
    private static final Logger LOG = LoggerFactory.getLogger(SeldomWarning.class);
    private static final long SILENCE_PS = 60_000_000_000_000L;

    private final String switchName;
    private final SwitchLog log;
    private final SeldomLines seldom = new SeldomLines(SILENCE_PS);

    SeldomWarning(String switchName, SwitchLog log) {
      this.switchName = switchName;
      this.log = log;
    }

    /**
     * Says something unless that kind was said less than a minute ago.
     *
     * @param kind what counts as the same; there are few
     */
    void warn(long nowPs, String kind, String text) {
      seldom
          .next(kind, nowPs)
          .ifPresent(heldBack ->
              say(
                  heldBack == 0
                      ? text
                      : "%s (%d times since the last time)".formatted(text, heldBack + 1)));
    }

    private void say(String text) {
      if (log.says(Level.WARN)) {
        log.line(Level.WARN, text);
      } else {
        LOG.warn("switch {}: {}", switchName, text);
      }
    }
  }
}
