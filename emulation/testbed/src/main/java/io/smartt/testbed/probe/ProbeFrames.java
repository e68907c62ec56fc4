package io.smartt.testbed.probe;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.host.agent.v1.ProbeFrame;

/** The frames of a sender: some alone, one after the other, then a burst of all senders at once. */
record ProbeFrames(ProbeTarget target, long oneWayNs) {
  private static final int CONTROL = 1 << 16;
  private static final int BURST = 1 << 17;
  private static final long PAUSE_NS = 2_000_000;
  private static final int PAUSE_FRAMES = 3;

  static boolean isControl(int index) {
    return (index & CONTROL) != 0;
  }

  static boolean isBurst(int index) {
    return (index & BURST) != 0;
  }

  /** Returns when the burst begins, after the start. */
  private long burstNs() {
    return pauseNs() * 2 * ProbeTarget.HELLOS * target.senders().size() + oneWayNs;
  }

  private long pauseNs() {
    return PAUSE_FRAMES * target.frameNs() + PAUSE_NS;
  }

  /** Returns when all have come, after the start, milliseconds. */
  int listenMs() {
    long frames = (long) (target.burst() + 1) * target.senders().size();
    long endNs = burstNs() + 2 * frames * target.frameNs() + 4 * oneWayNs;
    return Math.toIntExact(endNs / 1_000_000 + 100);
  }

  /** Makes the frames of the sender of this number, to the target. */
  List<ProbeFrame> of(int sender, long gatewayMac) {
    List<ProbeFrame> frames = new ArrayList<>();
    for (int i = 0; i < 2 * ProbeTarget.HELLOS; i++) {
      long at = (i * (long) target.senders().size() + sender) * pauseNs();
      frames.add(frame(i % 2 == 0 ? i : i | CONTROL, at, gatewayMac));
    }
    for (int i = 0; i < target.burst(); i++) {
      frames.add(frame(BURST | i, burstNs(), gatewayMac));
      if (i % ProbeTarget.CONTROL_EVERY == ProbeTarget.CONTROL_EVERY - 1) {
        frames.add(frame(BURST | CONTROL | i, burstNs(), gatewayMac));
      }
    }
    return frames;
  }

  private ProbeFrame frame(int index, long offsetNs, long gatewayMac) {
    boolean control = isControl(index);
    DscpPlan dscp = DscpPlan.DEFAULT;
    return ProbeFrame.newBuilder()
        .setDestinationIpv4(target.host().ipv4())
        .setDestinationMac(gatewayMac)
        .setOffsetNs(offsetNs)
        .setDscp(control ? dscp.control() : dscp.data())
        .setMarkable(!control)
        .setBytes(control ? ProbeTarget.CONTROL_BYTES : target.frameBytes())
        .setIndex(index)
        .build();
  }

  /**
   * A port towards a host, with the hosts that fill its queue.
   *
   * @param rateBps of the port
   * @param port what its queues should do
   * @param queueBytes up to which its data queue grows while the switch's others are empty; the
   *     most there is where it drops nothing, since what feeds it pauses
   * @param frameBytes of a data frame
   * @param trims whether what does not fit is trimmed; else it is dropped
   */
  record ProbeTarget(
      Host host,
      List<Host> senders,
      long rateBps,
      PortPlan port,
      long queueBytes,
      int frameBytes,
      boolean trims) {
    /**
     * Frames of a sender before the burst, of each class: the quickest says how long the way is.
     */
    static final int HELLOS = 3;

    static final int CONTROL_BYTES = 64;

    /** Data frames of a burst between two control frames. */
    static final int CONTROL_EVERY = 4;

    private static final long NS_PER_S = 1_000_000_000L;
    private static final double MARGIN = 1.4;
    private static final int MORE = 4;

    /** Copies. */
    ProbeTarget {
      senders = List.copyOf(senders);
    }

    /** Returns how long a data frame takes, nanoseconds. */
    long frameNs() {
      return ns(frameBytes);
    }

    /** Returns how long some bytes take at the port, nanoseconds. */
    long ns(long bytes) {
      return bytes * Byte.SIZE * NS_PER_S / rateBps;
    }

    /** Returns what leaves in some time. */
    long bytes(long ns) {
      return Math.round((double) ns * rateBps / Byte.SIZE / NS_PER_S);
    }

    /** Data frames of each sender, which together fill the queue while it empties at its rate. */
    int burst() {
      int count = senders.size();
      double bytes = MARGIN * Math.min(queueBytes, port.dataBytes());
      double total = bytes / frameBytes * count / Math.max(1, count - 1) + MORE;
      return (int) Math.ceil(total / count);
    }
  }
}
