package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.pipeline.Bits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.p4.v1.DigestEntry;

/**
 * Bundles the digest messages of one digest into lists and keeps back what was sent and not yet
 * acknowledged (P4Runtime section 9.8). Time is an argument. Not thread safe.
 */
final class DigestSender {
  /** A list that is ready to go. */
  record Ready(long listId, List<List<Bits>> messages) {}

  private record Sent(long atNs, Set<List<Bits>> messages) {}

  private final Set<List<Bits>> buffer = new LinkedHashSet<>();
  private final Map<Long, Sent> unacknowledged = new HashMap<>();
  private final LongSupplier listIds;
  private long firstAtNs;

  /**
   * @param listIds a new number each time
   */
  DigestSender(LongSupplier listIds) {
    this.listIds = listIds;
  }

  /** Takes a message; a list may be ready at once. */
  Optional<Ready> add(List<Bits> message, DigestEntry.Config config, long nowNs) {
    forget(config, nowNs);
    if (unacknowledged.values().stream().anyMatch(sent -> sent.messages().contains(message))
        || !buffer.add(message)) {
      return Optional.empty();
    }
    if (buffer.size() == 1) {
      firstAtNs = nowNs;
    }
    boolean full = config.getMaxListSize() > 0 && buffer.size() >= config.getMaxListSize();
    return full || config.getMaxTimeoutNs() == 0
        ? Optional.of(flush(config, nowNs))
        : Optional.empty();
  }

  /** Returns what has waited long enough. */
  Optional<Ready> tick(DigestEntry.Config config, long nowNs) {
    forget(config, nowNs);
    return !buffer.isEmpty() && nowNs - firstAtNs >= config.getMaxTimeoutNs()
        ? Optional.of(flush(config, nowNs))
        : Optional.empty();
  }

  /** The controller has acted on a list. */
  void acknowledge(long listId) {
    unacknowledged.remove(listId);
  }

  private Ready flush(DigestEntry.Config config, long nowNs) {
    Ready ready = new Ready(listIds.getAsLong(), new ArrayList<>(buffer));
    if (config.getAckTimeoutNs() > 0) {
      unacknowledged.put(ready.listId(), new Sent(nowNs, new HashSet<>(buffer)));
    }
    buffer.clear();
    return ready;
  }

  private void forget(DigestEntry.Config config, long nowNs) {
    for (Iterator<Sent> i = unacknowledged.values().iterator(); i.hasNext(); ) {
      if (nowNs - i.next().atNs() >= config.getAckTimeoutNs()) {
        i.remove();
      }
    }
  }
}
