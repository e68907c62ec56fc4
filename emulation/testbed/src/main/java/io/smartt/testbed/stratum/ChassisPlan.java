package io.smartt.testbed.stratum;

import module java.base;

import io.smartt.controller.stratum.ChassisFile.FecMode;
import io.smartt.controller.stratum.ChassisFile.TriState;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort.StratumException;

/**
 * The plan that a Tofino's chassis configuration follows from.
 *
 * @param name of the switch
 * @param cellBytes of a buffer cell: 80 on Tofino 1
 * @param poolCells of the egress pool that all queues share
 * @param deflectPorts the SDK port of each pipe to which packets go that do not fit; empty: they
 *     are dropped
 * @param line FEC and autonegotiation of every port
 */
public record ChassisPlan(
    String name,
    List<TofinoQueue> queues,
    int cellBytes,
    long poolCells,
    List<Integer> deflectPorts,
    PortLine line) {
  /**
   * Cells for cut copies at a deflection port. A copy is one cell and leaves before any whole
   * packet, which takes as long to come as dozens of copies take to go.
   */
  static final int COPY_CELLS = 256;

  private static final String DEFLECT_PORTS = "tofino.deflect-ports";
  private static final int FIRST_RECIRCULATION = 68;
  private static final int LAST_RECIRCULATION = 71;
  private static final long GBPS = 1_000_000_000L;

  /** Lanes by rate; Stratum knows no other rates of this ASIC (bf_sde_wrapper.cc:998). */
  private static final Map<Long, Integer> LANES =
      Map.of(10 * GBPS, 1, 25 * GBPS, 1, 40 * GBPS, 4, 50 * GBPS, 2, 100 * GBPS, 4);

  /** Copies, and checks that ports and queues can be there at once. */
  public ChassisPlan {
    queues = List.copyOf(queues);
    deflectPorts = List.copyOf(deflectPorts);
    checkDeflectPorts(name, deflectPorts, queues);
    checkLanes(name, queues);
    long limit = dataCells(queues, cellBytes);
    if (limit > poolCells) {
      throw new StratumException(
          ("tofino.pool-cells is %s, but the data queues of %s ports may take %s: packets would "
                  + "be dropped before queues are full")
              .formatted(poolCells, queues.size(), limit));
    }
    long room = (COPY_CELLS + 1L) * deflectPorts.size();
    if (poolCells - limit < room) {
      throw new StratumException(
          ("tofino.pool-cells is %s, of which the data queues take %s: deflected packets need "
                  + "%s at least")
              .formatted(poolCells, limit, room));
    }
  }

  private static long dataCells(List<TofinoQueue> queues, int cellBytes) {
    return queues.stream()
        .mapToLong(queue -> TofinoQueue.cells(queue.sizeBytes(), cellBytes))
        .sum();
  }

  /**
   * Returns what may wait whole at each deflection port: they share what data queues and cut copies
   * leave of the pool.
   */
  long deflectCells() {
    return deflectPorts.isEmpty()
        ? 0
        : (poolCells - dataCells(queues, cellBytes)) / deflectPorts.size() - COPY_CELLS;
  }

  /**
   * Checks the ports that take what a pipe cannot admit; none at all are right where nothing is to
   * be trimmed. A pipe has one such port and it is the pipe's own: the SDE refuses another pipe's
   * (open-p4studio 1f97778f tm_api_queue.c:639), and Stratum derives the pipe from the port
   * (bf_sde_wrapper.cc:1742), so that the last of two in one pipe would win.
   *
   * @throws StratumException naming the port or the pipe
   */
  private static void checkDeflectPorts(
      String name, List<Integer> ports, List<TofinoQueue> queues) {
    Map<Integer, Integer> byPipe = new HashMap<>();
    for (int port : ports) {
      int within = port % TofinoPort.PORTS_OF_A_PIPE;
      if (within < FIRST_RECIRCULATION || within > LAST_RECIRCULATION) {
        throw new StratumException(
            "%s: %d is no recirculation port; pipes of a Tofino 1 have 68, 196, 324 and 452"
                .formatted(DEFLECT_PORTS, port));
      }
      Integer other = byPipe.put(TofinoPort.pipe(port), port);
      if (other != null) {
        throw new StratumException(
            "%s: %d and %d are both in pipe %d, which deflects to one port"
                .formatted(DEFLECT_PORTS, other, port, TofinoPort.pipe(port)));
      }
    }
    for (TofinoQueue queue : queues) {
      int pipe = TofinoPort.pipe(queue.port().id());
      if (!ports.isEmpty() && !byPipe.containsKey(pipe)) {
        throw new StratumException(
            "%s: %s has no port of pipe %d, in which %s is: say %d too"
                .formatted(
                    name,
                    DEFLECT_PORTS,
                    pipe,
                    queue.port(),
                    pipe * TofinoPort.PORTS_OF_A_PIPE + FIRST_RECIRCULATION));
      }
    }
  }

  /**
   * The way in which the lanes of every port are run. Stratum turns FEC off where nothing is said,
   * and without a board support package wants autonegotiation forced on for copper cables
   * (README.run.md, "BSP-less mode").
   *
   * @param fec Reed-Solomon at 25, 50 and 100 Gbps, Firecode at 10 and 40 (bf_sde_wrapper.cc:1030)
   */
  public record PortLine(boolean fec, Autoneg autoneg) {
    /** Autonegotiation. */
    public enum Autoneg {
      ON,
      OFF,
      /** The platform's own choice. */
      PLATFORM
    }

    /** The field of {@code config_params}. */
    FecMode fecMode() {
      return fec ? FecMode.FEC_MODE_ON : FecMode.FEC_MODE_OFF;
    }

    /** The field of {@code config_params}. */
    TriState autonegState() {
      return switch (autoneg) {
        case ON -> TriState.TRI_STATE_TRUE;
        case OFF -> TriState.TRI_STATE_FALSE;
        case PLATFORM -> TriState.TRI_STATE_UNKNOWN;
      };
    }
  }

  /**
   * A port and its data queue.
   *
   * @param speedBps that the port is set to
   * @param rateBps that it is shaped to: less where an experiment is dilated
   * @param sizeBytes from which a packet is trimmed or dropped
   * @param kminBytes depth up to which RED marks nothing
   * @param kmaxBytes depth from which RED marks everything
   * @param pmax probability of a mark just below {@code kmaxBytes}
   */
  public record TofinoQueue(
      TofinoPort port,
      long speedBps,
      long rateBps,
      long sizeBytes,
      long kminBytes,
      long kmaxBytes,
      double pmax) {
    /** Cells that bytes take. */
    static long cells(long bytes, int cellBytes) {
      return Math.ceilDiv(bytes, (long) cellBytes);
    }
  }

  /**
   * Checks that ports can be there at once. A front-panel port of a Tofino 1 has four lanes of up
   * to 25 Gbps, so that one of 50 Gbps takes lanes 1 and 2, or 3 and 4. Stratum passes on what it
   * is given: the SDE refuses it when the switch starts.
   *
   * @throws StratumException naming the ports that cannot be
   */
  private static void checkLanes(String name, List<TofinoQueue> queues) {
    Set<Integer> ids = new HashSet<>();
    Map<String, TofinoPort> taken = new HashMap<>();
    for (TofinoQueue queue : queues) {
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

  private static int lanes(String name, TofinoQueue queue) {
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

  /**
   * A port of a Tofino.
   *
   * @param id as the data plane and P4Runtime number it (SDK port)
   * @param cage front-panel port, from 1
   * @param channel of it, from 1; 0: not split
   */
  public record TofinoPort(int id, int cage, int channel) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,3})@(\\d{1,3})(?:/(\\d))?");
    private static final int MOST = 511;
    private static final int PORTS_OF_A_PIPE = 128;

    /** Lanes of a front-panel port, on Tofino 1: four of up to 25 Gbps. */
    static final int LANES = 4;

    /** Reads a port from {@code 132@1/1}: SDK port 132, channel 1 of front-panel port 1. */
    public static TofinoPort parse(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches() || Integer.parseInt(matcher.group(1)) > MOST) {
        throw new StratumException(
            "'"
                + text
                + "' is not a port of a Tofino: write 132@1/1, its SDK port and where it is");
      }
      String channel = matcher.group(3);
      return new TofinoPort(
          Integer.parseInt(matcher.group(1)),
          Integer.parseInt(matcher.group(2)),
          channel == null ? 0 : Integer.parseInt(channel));
    }

    /** The pipe that an SDK port is in. */
    static int pipe(int sdkPort) {
      return sdkPort / PORTS_OF_A_PIPE;
    }

    /** The lane that it begins at, from 1. */
    int firstLane() {
      return Math.max(1, channel);
    }

    @Override
    public String toString() {
      return id + "@" + cage + (channel == 0 ? "" : "/" + channel);
    }

    /** Something that Stratum or a Tofino cannot have; the message names it. */
    public static final class StratumException extends RuntimeException {
      /** An exception with the message for the user. */
      public StratumException(String message) {
        super(message);
      }

      /** An exception with the message for the user. */
      public StratumException(String message, Throwable cause) {
        super(message, cause);
      }
    }
  }
}
