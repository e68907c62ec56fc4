package io.smartt.testbed.sonic.change;

import module java.base;

import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.ConfigReading;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.SonicException;

/**
 * Finds out what became of a Set that was not answered, by looking until CONFIG_DB stands still.
 * Nothing is configured meanwhile.
 */
record Settling(GnmiSwitch device, Pace pace, Pace.Patience patience) {
  /**
   * A Set of SONiC's gNMI server ends by then: 600 s for the configuration updater and 60 s to save
   * (sonic-gnmi, sonic_service_client/dbus_client.go:217 and its ConfigSave).
   */
  static final Duration SERVER_LIMIT = Duration.ofMinutes(11);

  /** Looks until it is clear, or patience ends. */
  Outcome of(Checkpoint.SentStage sent) {
    Instant end = pace.now().plus(patience.most());
    Optional<ConfigDb> last = Optional.empty();
    Instant since = pace.now();
    while (true) {
      Optional<ConfigDb> now = look(sent);
      if (now.filter(sent.patch()::isHeldBy).isPresent()) {
        return Outcome.CAME;
      }
      if (now.isEmpty() || !now.equals(last)) {
        last = now;
        since = pace.now();
      }
      if (now.isPresent() && Duration.between(since, pace.now()).compareTo(patience.quiet()) >= 0) {
        return now.filter(sent.patch()::isAbsentFrom).isPresent()
            ? Outcome.DID_NOT_COME
            : Outcome.HALF;
      }
      if (!pace.now().isBefore(end)) {
        return Outcome.UNKNOWN;
      }
      pace.pause(patience.step());
    }
  }

  /** CONFIG_DB as it is for certain; empty: not reached, or perhaps as it was. */
  private Optional<ConfigDb> look(Checkpoint.SentStage sent) {
    try {
      ConfigReading reading = device.look();
      boolean ended = Duration.between(sent.at(), pace.now()).compareTo(SERVER_LIMIT) >= 0;
      if (reading.isOfBefore()) {
        if (ended) {
          // The gNMI server stopped in the middle of a Set and left its checkpoint behind.
          device.dropCheckpoint();
        }
        return Optional.empty();
      }
      boolean clear = ended || reading.isNow(sent.before()) || sent.patch().isHeldBy(reading.db());
      return clear ? Optional.of(reading.db()) : Optional.empty();
    } catch (SonicException e) {
      // It may come back: a switch that boots, a container that restarts.
      return Optional.empty();
    }
  }

  /** The outcome of a Set that was not answered. */
  public enum Outcome {
    /** The switch holds what was sent. */
    CAME,
    /** The switch holds what it held before. */
    DID_NOT_COME,
    /** The switch holds some of it. */
    HALF,
    /** The switch is not reached, or is at it still. */
    UNKNOWN
  }
}
