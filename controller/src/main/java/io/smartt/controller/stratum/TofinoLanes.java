package io.smartt.controller.stratum;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which ports can be there at once. A front-panel port of a Tofino 1 has four lanes of up to 25
 * Gbps, so that one of 50 Gbps takes lanes 1 and 2, or 3 and 4. Stratum passes on what it is given:
 * the SDE refuses it when the switch starts.
 */
final class TofinoLanes {
  private static final long GBPS = 1_000_000_000L;

  /** Lanes by rate; Stratum knows no other rates of this ASIC (bf_sde_wrapper.cc:998). */
  private static final Map<Long, Integer> LANES =
      Map.of(10 * GBPS, 1, 25 * GBPS, 1, 40 * GBPS, 4, 50 * GBPS, 2, 100 * GBPS, 4);

  private TofinoLanes() {}

  /**
   * Checks ports.
   *
   * @throws StratumException naming the ports that cannot be
   */
  static void check(String name, List<ChassisPlan.TofinoQueue> queues) {
    Set<Integer> ids = new HashSet<>();
    Map<String, TofinoPort> taken = new HashMap<>();
    for (ChassisPlan.TofinoQueue queue : queues) {
      TofinoPort port = queue.port();
      if (!ids.add(port.id())) {
        throw new StratumException(name + ": two ports have SDK port " + port.id());
      }
      int lanes = lanes(name, queue);
      for (int lane = port.firstLane(); lane < port.firstLane() + lanes; lane++) {
        TofinoPort other = taken.put(port.cage() + "/" + lane, port);
        if (other != null) {
          throw new StratumException(
              "%s: %s and %s both take lane %d of front-panel port %d"
                  .formatted(name, other, port, lane, port.cage()));
        }
      }
    }
  }

  private static int lanes(String name, ChassisPlan.TofinoQueue queue) {
    TofinoPort port = queue.port();
    Integer lanes = LANES.get(queue.speedBps());
    if (lanes == null) {
      throw new StratumException(
          "%s: %s is to run at %s Gbps; Stratum sets Tofino 1 to 10, 25, 40, 50 or 100"
              .formatted(name, port, queue.speedBps() / (double) GBPS));
    }
    if (port.channel() > TofinoPort.LANES || (port.firstLane() - 1) % lanes != 0) {
      throw new StratumException(
          "%s: %s is to run at %d Gbps, which takes %s: channel %s, not %d"
              .formatted(
                  name,
                  port,
                  queue.speedBps() / GBPS,
                  lanes == 1 ? "one lane" : lanes + " lanes",
                  channels(lanes),
                  port.channel()));
    }
    // A front-panel port that is not split has its lanes to itself.
    return port.channel() == 0 ? TofinoPort.LANES : lanes;
  }

  private static String channels(int lanes) {
    return switch (lanes) {
      case 1 -> "1 to 4";
      case 2 -> "1 or 3";
      default -> "1";
    };
  }
}
