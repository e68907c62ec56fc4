package io.smartt.emulation.softswitch.standalone;

import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.p4runtime.LostMessages;
import io.smartt.emulation.softswitch.port.FilePort;
import io.smartt.emulation.softswitch.port.SwitchPort;
import io.smartt.emulation.softswitch.standalone.SwitchLog.Level;
import io.smartt.host.packetio.UnsentFrames;
import io.smartt.host.packetio.UnsentFrames.UnsentReason;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a switch does by the clock and not by packets: idle timeouts and digests every 10 ms (as
 * P4Runtime section 9.1.8 suggests), links and files a few times a second. On a thread of its own,
 * since telling controllers waits for writes.
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
}
