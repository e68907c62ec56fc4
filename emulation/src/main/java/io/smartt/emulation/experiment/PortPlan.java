package io.smartt.emulation.experiment;

import io.smartt.emulation.settings.QueueSettings;
import io.smartt.emulation.settings.Trimming;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.topology.PacketSizes;
import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.RedMarking;
import java.util.List;
import java.util.Optional;

/**
 * Queues of a switch port and what its switch's program is told of them, worked out from the link's
 * rate and the network's base RTT (Sec. "Parameter Selection": a queue of one BDP a port, RED
 * between 20 % and 80 % of it).
 *
 * @param dataPackets capacity of the data queue, full packets
 * @param kminPackets depth up to which RED marks nothing
 * @param kmaxPackets depth from which RED marks everything
 * @param pmax probability of a mark just below kmax
 * @param controlBytes capacity of the control queue, twice the data queue's bytes
 */
public record PortPlan(
    int dataPackets, int kminPackets, int kmaxPackets, double pmax, long controlBytes) {
  /** DSCP of trimmed packets. */
  static final int TRIMMED_DSCP = 48;

  private static final int CONTROL_QUEUE = 1;
  private static final int CONTROL_SHARE = 2;

  /** The program's thresholds are 19 bits. */
  private static final int MOST_PACKETS = (1 << 19) - 1;

  public static PortPlan of(
      QueueSettings queue, PacketSizes packets, long rateBps, long baseRttPs) {
    int mtuBytes = packets.mtuBytes();
    long bdpBytes = Bdp.bytes(baseRttPs, rateBps);
    int dataPackets = queue.size().packets(bdpBytes, mtuBytes);
    return new PortPlan(
        dataPackets,
        queue.kminPackets(bdpBytes, mtuBytes),
        queue.kmaxPackets(bdpBytes, mtuBytes),
        1,
        CONTROL_SHARE * (long) dataPackets * mtuBytes);
  }

  /** With the RED thresholds of a congestion control, which are in bytes. */
  public PortPlan marking(RedMarking.Thresholds red, PacketSizes packets) {
    return new PortPlan(
        dataPackets,
        inPackets(red.kminBytes(), packets),
        inPackets(red.kmaxBytes(), packets),
        red.pmax(),
        controlBytes);
  }

  private static int inPackets(double bytes, PacketSizes packets) {
    return (int) Math.min(MOST_PACKETS, Math.ceil(bytes / packets.mtuBytes()));
  }

  /** The traffic manager's queues where the buffer is bounded by port of entry, data first. */
  List<QueueConfig> losslessQueues() {
    return List.of(QueueConfig.packets(QueueConfig.UNLIMITED), QueueConfig.bytes(controlBytes));
  }

  /** The traffic manager's queues, data first. */
  public List<QueueConfig> queues(Trimming trimming, int trimBytes) {
    QueueConfig data = QueueConfig.packets(dataPackets);
    return List.of(
        switch (trimming) {
          // The P4 program cuts a packet before the traffic manager would drop it.
          case P4, OFF -> data;
          case ASIC ->
              new QueueConfig(
                  data.capacityPackets(),
                  data.capacityBytes(),
                  Optional.of(new QueueConfig.Trimming(trimBytes, TRIMMED_DSCP, CONTROL_QUEUE)));
        },
        QueueConfig.bytes(controlBytes));
  }
}
