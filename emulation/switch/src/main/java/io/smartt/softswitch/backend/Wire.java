package io.smartt.softswitch.backend;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkLoss;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Serialisation;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;

/**
 * The things that a port's cable does to packets that a real one has no time for: it delays them,
 * loses some, or is cut. The rate is the port's own. A host's way to the switch is emulated here as
 * well, since the host only keeps to the rate; another switch sees to its own way here.
 *
 * @param outPs from a packet's last bit on the cable to the far end's looking at it
 * @param inPs the same for what comes from a host; 0 where the far end is a switch
 * @param fromHost whether the far end is a host
 * @param loss what is lost, in either direction that is emulated here
 * @param jitterPs the most that a packet is delayed in addition, drawn evenly from 0 on
 * @param up false: everything is lost
 */
public record Wire(
    long outPs, long inPs, boolean fromHost, LinkLoss loss, long jitterPs, boolean up) {
  private static final long UNLIMITED = 0;

  /** Nothing is delayed or lost. */
  public static final Wire IDEAL = new Wire(0, 0, false, 0, true);

  /** A cable that loses a share of packets independently. */
  public Wire(long outPs, long inPs, boolean fromHost, double share, boolean up) {
    this(outPs, inPs, fromHost, LinkLoss.ofShare(share), 0, up);
  }

  /** The cable at a switch's port in a network whose links lose such a share of packets. */
  public static Wire of(Topology topology, Switch sw, Adjacency adjacency, double loss) {
    return of(sw, adjacency, LinkState.of(topology, adjacency.link(), loss));
  }

  /** The cable at a switch's port, of a link in such a state. */
  public static Wire of(Switch sw, Adjacency adjacency, LinkState link) {
    long latencyPs = link.latencyPs();
    double loss = link.loss();
    boolean up = link.up();
    return switch (adjacency.peer().node()) {
      case Host host -> new Wire(latencyPs, latencyPs + sw.latencyPs(), true, loss, up);
      case Switch peer -> new Wire(latencyPs + peer.latencyPs(), 0, false, loss, up);
    };
  }

  /** Checks the numbers. */
  public Wire {
    if (outPs < 0 || inPs < 0 || jitterPs < 0) {
      throw new IllegalArgumentException(
          "wire of " + outPs + " ps out, " + inPs + " ps in, jitter " + jitterPs + " ps");
    }
  }

  /** The same, cut or whole. */
  public Wire withUp(boolean newUp) {
    return new Wire(outPs, inPs, fromHost, loss, jitterPs, newUp);
  }

  /** The same with what a failure adds. */
  public Wire with(LinkCondition condition) {
    return new Wire(
        outPs, inPs, fromHost, loss.and(condition.loss()), condition.jitterPs(), condition.up());
  }

  /** The same, less the time that packets are under way elsewhere; at the least nothing. */
  public Wire without(long elsewherePs) {
    return new Wire(
        Math.max(0, outPs - elsewherePs),
        Math.max(0, inPs - elsewherePs),
        fromHost,
        loss,
        jitterPs,
        up);
  }

  /** Returns the time from when a host begins to send a packet to when the switch has it. */
  public long inPs(int bytes, long rateBps) {
    return inPs + (rateBps == UNLIMITED ? 0 : Serialisation.ps(bytes, rateBps));
  }
}
