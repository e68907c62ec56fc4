package io.smartt.virtual;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.virtual.SimplexLink.FrameSink;
import io.smartt.virtual.SimplexLink.FrameSource;
import io.smartt.virtual.SimplexLink.LinkTap;

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
  default FrameSink sink(int port, EmbeddedSwitch device, FrameSink sink) {
    return sink;
  }

  /** Returns what gives the packets that leave by a switch's port. */
  default FrameSource source(int port, EmbeddedSwitch device, FrameSource source) {
    return source;
  }

  /**
   * Returns whether all that happens must be seen in the order of time, which makes a run slower.
   */
  default boolean needsOrder() {
    return isOn();
  }

  /** Returns what sees the packets at both ends of a link. */
  default LinkTap tap(Port from, Port to, LinkTap tap) {
    return tap;
  }
}
