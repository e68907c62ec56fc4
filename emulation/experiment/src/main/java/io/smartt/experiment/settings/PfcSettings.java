package io.smartt.experiment.settings;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.host.congestion.Bdp;
import io.smartt.host.settings.Setting;
import io.smartt.softswitch.PauseFrame;
import io.smartt.softswitch.TrafficManager.PauseThresholds;

/**
 * Settings of priority flow control (802.1Qbb): a switch counts what each of its ports let in and
 * still waits, and has the port's peer pause its data above a threshold.
 *
 * @param use auto: with RoCEv2, whose go-back-N needs it
 * @param xoffBdps 1: as much for each port as the other schemes' queues have for each port. ECN is
 *     to come before PFC (Zhu et al., SIGCOMM 2015, Sec. 4); DCQCN's K_min is far below
 * @param xonShare 0.8: 12 of 15 packets in the Ultra Ethernet reference simulator's lossless queues
 * @param headroomBytes 0: worked out of rate, latencies and packet length, so that nothing is lost
 */
public record PfcSettings(
    @Setting(
            defaultValue = "auto",
            meaning = "Whether switches pause their peers: auto with rocev2.")
        PfcUse use,
    @Setting(
            most = 1e6,
            defaultValue = "1",
            meaning = "BDPs of one port's data, of one class, from which its peer pauses it.")
        double xoffBdps,
    @Setting(defaultValue = "0.8", meaning = "Share of that from which it goes on.")
        double xonShare,
    @Setting(
            defaultValue = "0",
            meaning =
                "Bytes for what still comes while a pause takes effect; 0: as many as it takes.")
        int headroomBytes) {
  /** Checks that each value can be used. */
  public PfcSettings {
    require(xoffBdps > 0, "PFC pause threshold is " + xoffBdps + ", accepted is above 0 BDP");
    require(
        xonShare >= 0 && xonShare <= 1,
        "PFC resume threshold is " + xonShare + ", accepted is 0 to 1 of the pause threshold");
    require(headroomBytes >= 0, "PFC headroom is " + headroomBytes + ", accepted is 0 or more");
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The thresholds of a switch port, whose peer may be a host with such a delay. */
  public PauseThresholds thresholds(Adjacency port, HostDelay delay, long bdpBytes, int mtuBytes) {
    long xoffBytes = Math.max(mtuBytes, Math.round(xoffBdps * (double) bdpBytes));
    long xonBytes = Math.round(xonShare * (double) xoffBytes);
    return new PauseThresholds(xoffBytes, xonBytes, headroomBytes(port, delay, mtuBytes));
  }

  /** The headroom of each class of a switch port. */
  public long headroomBytes(Adjacency port, HostDelay delay, int mtuBytes) {
    return headroomBytes > 0 ? headroomBytes : neededBytes(port, delay, mtuBytes);
  }

  /**
   * Returns the bytes that a peer can send after the threshold is crossed. The pause frame waits
   * for a packet that is on the wire, travels and is read; where that wire is the slower direction,
   * the peer sends more meanwhile. The peer ends the packet that it has begun, which travels too.
   * One more packet is for the one that crossed the threshold, one for rounding.
   */
  private static long neededBytes(Adjacency port, HostDelay delay, int mtuBytes) {
    Link link = port.link();
    long awayPs = 2 * link.latencyPs() + link.a().node().latencyPs() + link.b().node().latencyPs();
    long heldPs = port.peer().node() instanceof Host ? delay.mostSpreadPs() : 0;
    double longer = Math.max(0, port.arrivingBps() / (double) port.rateBps() - 1);
    double onTheWay = Bdp.exact(awayPs + heldPs, link.fasterBps());
    return (long) Math.ceil(onTheWay + longer * (mtuBytes + PauseFrame.BYTES)) + 4L * mtuBytes;
  }

  /** The use of pauses: switches may pause their peers rather than drop data. */
  public enum PfcUse {
    /** Switches pause with schemes that need it: RoCEv2. */
    AUTO,

    /** Switches pause their peers with any scheme. */
    ON,

    /** Switches never pause their peers. */
    OFF
  }
}
