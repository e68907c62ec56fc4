package io.smartt.emulation.softswitch.backend;

import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Serialisation;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import java.util.random.RandomGenerator;

/**
 * What a port's cable does to packets that a real one has no time for: it delays them, loses some,
 * or is cut. The rate is the port's own. A host's way to the switch is emulated here as well, since
 * the host only keeps to the rate; another switch sees to its own way here.
 *
 * @param outPs from a packet's last bit on the cable to the far end's looking at it
 * @param inPs the same for what comes from a host; 0 where the far end is a switch
 * @param fromHost whether the far end is a host
 * @param loss the share of packets that is lost, in either direction that is emulated here
 * @param up false: everything is lost
 */
public record Wire(long outPs, long inPs, boolean fromHost, double loss, boolean up) {
  private static final long UNLIMITED = 0;

  /** Nothing is delayed or lost. */
  public static final Wire IDEAL = new Wire(0, 0, false, 0, true);

  /** The cable at a switch's port in a network whose links lose such a share of packets. */
  public static Wire of(Topology topology, Switch sw, Adjacency adjacency, double loss) {
    long latencyPs = adjacency.link().latencyPs();
    boolean up = topology.isUp(adjacency.link());
    return switch (adjacency.peer().node()) {
      case Host host -> new Wire(latencyPs, latencyPs + sw.latencyPs(), true, loss, up);
      case Switch peer -> new Wire(latencyPs + peer.latencyPs(), 0, false, loss, up);
    };
  }

  /** Checks the numbers. */
  public Wire {
    if (outPs < 0 || inPs < 0 || !(loss >= 0 && loss <= 1)) {
      throw new IllegalArgumentException(
          "wire of " + outPs + " ps out, " + inPs + " ps in, loss " + loss);
    }
  }

  /** The same, cut or whole. */
  public Wire withUp(boolean newUp) {
    return new Wire(outPs, inPs, fromHost, loss, newUp);
  }

  /** Draws whether a packet is lost. */
  public boolean loses(RandomGenerator random) {
    return !up || (loss > 0 && random.nextDouble() < loss);
  }

  /** Returns the time from when a host begins to send a packet to when the switch has it. */
  public long inPs(int bytes, long rateBps) {
    return inPs + (rateBps == UNLIMITED ? 0 : Serialisation.ps(bytes, rateBps));
  }
}
