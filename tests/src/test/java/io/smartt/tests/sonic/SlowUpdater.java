package io.smartt.tests.sonic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of a Set on SONiC, in virtual time (sonic-gnmi 5ec1c20b). The server writes a
 * checkpoint of CONFIG_DB, waits for the Generic Config Updater for 600 s at most, saves the
 * configuration if it was done by then, and removes the checkpoint
 * (sonic_data_client/mixed_db_client.go:1410, 1414, 1550, 1554; sonic_service_client/
 * dbus_client.go:164, 217). A client that stops waiting changes nothing of that: the Set has no
 * context, and the updater runs in another process. A test moves the time on.
 */
final class SlowUpdater {
  private static final Duration SERVER_WAITS = Duration.ofMinutes(10);

  /** What a test wants to happen to a Set. */
  enum Fate {
    /** Nothing particular. */
    AS_USUAL,
    /** It takes longer than any client waits, and comes. */
    SLOW,
    /** It takes longer than the server waits, and comes without being saved. */
    TOO_SLOW,
    /** The connection breaks before the switch has it. */
    LOST,
    /** The power goes while the updater works, and comes back at once. */
    POWER_CUT,
    /** The power goes, and comes back after a minute. */
    LONG_POWER_CUT,
    /** The updater ends half-way. */
    HALF
  }

  private final ConfigStore config;
  private final Deque<Fate> fates = new ArrayDeque<>();
  private Duration now = Duration.ZERO;
  private Optional<ObjectNode> checkpoint = Optional.empty();
  private Optional<Work> work = Optional.empty();
  private Optional<IllegalArgumentException> refusal = Optional.empty();
  private Duration offUntil = Duration.ZERO;
  private int sets;
  private int overlaps;

  SlowUpdater(ConfigStore config) {
    this.config = config;
  }

  /**
   * A patch on its way.
   *
   * @param serverEnds when the server stops waiting for it
   */
  private record Work(ArrayNode patch, Duration ends, Duration serverEnds) {}

  /** What happens to the next Sets, one each. */
  synchronized void next(Fate... fate) {
    fates.addAll(List.of(fate));
  }

  /** Time passes. */
  synchronized void pass(Duration time) {
    now = now.plus(time);
    catchUp();
  }

  /** How many Sets came while the updater was at work on another. */
  synchronized int overlaps() {
    return overlaps;
  }

  /** How many Sets with a change came. */
  synchronized int sets() {
    return sets;
  }

  /** How long all of it took. */
  synchronized Duration clock() {
    return now;
  }

  synchronized boolean isOff() {
    return now.compareTo(offUntil) < 0;
  }

  /** A table as the checkpoint has it; empty: there is none, or it does not have the table. */
  synchronized Optional<JsonNode> checkpoint(String table) {
    return checkpoint.map(file -> file.path(table)).filter(JsonNode::isObject);
  }

  /** Does what was to be done by now. */
  synchronized void catchUp() {
    if (work.isEmpty()) {
      return;
    }
    Work one = work.get();
    boolean inTime = one.ends().compareTo(one.serverEnds()) <= 0;
    if (now.compareTo(one.ends()) >= 0) {
      work = Optional.empty();
      checkpoint = Optional.empty();
      try {
        config.apply(one.patch());
        if (inTime) {
          config.save();
        }
      } catch (IllegalArgumentException e) {
        refusal = Optional.of(e);
      }
    } else if (now.compareTo(one.serverEnds()) >= 0) {
      checkpoint = Optional.empty();
    }
  }

  /**
   * A Set.
   *
   * @param allowed how long the client waits
   * @return what it is answered; empty: done
   */
  synchronized Optional<Status> set(ArrayNode all, Duration allowed) {
    if (isOff()) {
      return Optional.of(Status.UNAVAILABLE.withDescription("Connection refused"));
    }
    if (work.isPresent()) {
      overlaps++;
    }
    checkpoint = Optional.empty();
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    // mixed_db_client.go:1440, 1534: removing what is not there is nothing to do.
    all.forEach(operation -> {
      if (!config.isIdle(operation)) {
        patch.add(operation);
      }
    });
    if (patch.isEmpty()) {
      return Optional.empty();
    }
    sets++;
    Fate fate = fates.isEmpty() ? Fate.AS_USUAL : fates.remove();
    return switch (fate) {
      case AS_USUAL -> start(patch, config.takes(patch), allowed);
      case SLOW -> start(patch, SERVER_WAITS.minusSeconds(60), Duration.ofSeconds(1));
      case TOO_SLOW -> start(patch, SERVER_WAITS.plusSeconds(20), allowed);
      case LOST -> Optional.of(Status.UNAVAILABLE.withDescription("Connection reset"));
      case POWER_CUT -> cut(Duration.ZERO);
      case LONG_POWER_CUT -> cut(Duration.ofMinutes(1));
      case HALF -> {
        config.failAfter(patch.size() / 2);
        config.apply(patch);
        yield Optional.empty();
      }
    };
  }

  /** The checkpoint file stays behind. */
  private Optional<Status> cut(Duration off) {
    checkpoint = Optional.of(config.snapshot());
    config.powerCut();
    offUntil = now.plus(off);
    return Optional.of(Status.UNAVAILABLE.withDescription("Connection reset"));
  }

  private Optional<Status> start(ArrayNode patch, Duration takes, Duration allowed) {
    Duration waited = takes.compareTo(allowed) < 0 ? takes : allowed;
    if (waited.compareTo(SERVER_WAITS) > 0) {
      waited = SERVER_WAITS;
    }
    checkpoint = Optional.of(config.snapshot());
    work = Optional.of(new Work(patch, now.plus(takes), now.plus(SERVER_WAITS)));
    refusal = Optional.empty();
    pass(waited);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    if (work.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        waited.equals(SERVER_WAITS)
            ? Status.UNKNOWN.withDescription("Timeout 600")
            : Status.DEADLINE_EXCEEDED.withDescription("the client's deadline"));
  }
}
