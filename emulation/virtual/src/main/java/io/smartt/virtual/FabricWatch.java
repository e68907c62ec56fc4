package io.smartt.virtual;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.virtual.SimplexLink.HostPort;

/**
 * Stands between nodes and links, to see packets where they pass. What it returns does what it was
 * given does, to the packet and the picosecond.
 */
interface FabricWatch {
  /** Sees nothing and costs nothing. */
  FabricWatch NONE =
      new FabricWatch() {
        @Override
        public boolean isOn() {
          return false;
        }
      };

  /** Returns whether anything is seen. */
  default boolean isOn() {
    return true;
  }

  /** A host's card. */
  default HostPort host(Host host, HostNode node) {
    return node;
  }

  /** Returns what takes in the packets that arrive at a switch's port. */
  default SimplexLink.FrameSink sink(int port, EmbeddedSwitch device, SimplexLink.FrameSink sink) {
    return sink;
  }

  /** Returns what gives the packets that leave by a switch's port. */
  default SimplexLink.FrameSource source(
      int port, EmbeddedSwitch device, SimplexLink.FrameSource source) {
    return source;
  }

  /**
   * Returns whether all that happens must be seen in the order of time, which makes a run slower.
   */
  default boolean needsOrder() {
    return isOn();
  }

  /** Returns what sees the packets at both ends of a link. */
  default SimplexLink.LinkTap tap(Port from, Port to, SimplexLink.LinkTap tap) {
    return tap;
  }

  /** A host whose packets somebody sees as they leave and arrive. */
  final class WatchedHost implements HostPort {
    private final HostPort host;
    private final Watcher watcher;

    WatchedHost(HostPort host, Watcher watcher) {
      this.host = host;
      this.watcher = watcher;
    }

    /** Sees a host's packets. */
    interface Watcher {
      /** The host has given a packet to its link. */
      void left(Packet packet, long nowPs);

      /** A packet has arrived; {@code taken} has the host act on it. */
      void arrives(Packet packet, long nowPs, Runnable taken);
    }

    @Override
    public void connect(SimplexLink uplink) {
      host.connect(uplink);
    }

    @Override
    public void obeyPauses(PfcPort end) {
      host.obeyPauses(end);
    }

    @Override
    public void pause(long dscps, boolean on) {
      host.pause(dscps, on);
    }

    @Override
    public boolean next(long nowPs, Packet out) {
      boolean sent = host.next(nowPs, out);
      if (sent) {
        watcher.left(out, nowPs);
      }
      return sent;
    }

    @Override
    public boolean mayHaveMore() {
      return host.mayHaveMore();
    }

    @Override
    public void arrive(Packet packet, long nowPs) {
      watcher.arrives(packet, nowPs, () -> host.arrive(packet, nowPs));
    }
  }
}
