package io.smartt.experiment.report;

import io.smartt.host.settings.RecordSettings;

/**
 * Something that happened to a run: a link that went down, a switch that was started again, an
 * agent that was lost.
 *
 * @param timePs when it was noticed, picoseconds since the experiment's start
 * @param kind what sort of thing it is
 * @param what a sentence without its full stop, naming the node or link
 * @param where the link, node or port, as {@code leaf1-spine1}, {@code h1} or {@code leaf1 port 3};
 *     empty of what has no place
 */
public record RunEvent(long timePs, Kind kind, String what, String where) {
  /** The sorts of event. */
  public enum Kind {
    /** A link went down. */
    LINK_DOWN,
    /** A link that was down is up again. */
    LINK_UP,
    /** A link has another rate, loss or latency. */
    LINK_CHANGED,
    /** A link is up, but loses or delays packets or has another rate. */
    LINK_DEGRADED,
    /** Such a link is well again. */
    LINK_RESTORED,
    /** A host computes or takes packets in more slowly. */
    HOST_SLOWED,
    /** Such a host is well again. */
    HOST_RESTORED,
    /** A switch ended or answers no more. */
    SWITCH_LOST,
    /** A switch that had ended was started and programmed again; its counts begin anew. */
    SWITCH_RESTARTED,
    /** The kernel did not send frames of a port. */
    FRAMES_REFUSED,
    /** A node runs and does not answer: it is stopped, paused or starved, or its way is cut. */
    NODE_SILENT,
    /** Such a node answers again. */
    NODE_BACK,
    /** A host's agent is gone; what it had not reported is unknown. */
    AGENT_LOST,
    /** Noticed at the end: what TCP next to the experiment got. */
    BACKGROUND_TCP,
    /** Said at the end: a worker's part, its clock, and the way between two. */
    WORKER,
    /** Time was not simulated, since the run repeated itself; or none is skipped. */
    TIME_SKIPPED,
    /** The warm-up did not warm the JVM up. */
    COLD_START,
    /** Noticed at the end: the machine did not keep time. */
    MACHINE_LATE,
    /** The capture ended before the run, which went on. */
    CAPTURE_ENDED,
    /** The capture lacks frames that came faster than they were read; the network had them. */
    FRAMES_NOT_CAPTURED;

    /** Returns whether packets are lost, or late, by it and not by a machine that is too slow. */
    public boolean losesPackets() {
      return switch (this) {
        case LINK_DOWN, LINK_CHANGED, LINK_DEGRADED, HOST_SLOWED -> true;
        case SWITCH_LOST, SWITCH_RESTARTED, AGENT_LOST, NODE_SILENT, FRAMES_REFUSED -> true;
        default -> false;
      };
    }

    /**
     * Returns whether packets are late by it, or lost uncounted, so that timeouts follow without a
     * drop.
     */
    public boolean delaysPackets() {
      return losesPackets() && this != FRAMES_REFUSED && this != LINK_DOWN;
    }

    /** Returns whether a node stood still by it, so that times of the run are not the network's. */
    public boolean interrupts() {
      return this == SWITCH_LOST || this == NODE_SILENT || this == AGENT_LOST;
    }

    /** Returns whether it is the end of what another began at the same place. */
    boolean ends(Kind begun) {
      return switch (this) {
        case LINK_UP -> begun == LINK_DOWN;
        case LINK_RESTORED -> begun == LINK_DEGRADED;
        case HOST_RESTORED -> begun == HOST_SLOWED;
        case SWITCH_RESTARTED -> begun == SWITCH_LOST;
        case NODE_BACK -> begun == NODE_SILENT;
        default -> false;
      };
    }

    /**
     * Returns the kind as {@code summary.json} and {@code events.csv} write it: {@code link-down}.
     */
    public String key() {
      return RecordSettings.spelling(this);
    }
  }
}
