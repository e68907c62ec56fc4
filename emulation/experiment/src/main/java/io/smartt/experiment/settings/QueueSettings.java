package io.smartt.experiment.settings;

/**
 * The data queue of a switch port (Sec. "Parameter Selection": one BDP, RED between 20 % and 80 %).
 *
 * @param size capacity
 * @param kminPercent of the capacity, up to which no packet is marked
 * @param kmaxPercent of the capacity, from which every packet is marked
 */
public record QueueSettings(QueueSize size, double kminPercent, double kmaxPercent) {
  /** Packets up to which no packet is marked, rounded up. */
  public int kminPackets(long bdpBytes, int mtuBytes) {
    return part(kminPercent, bdpBytes, mtuBytes);
  }

  /** Packets from which every packet is marked, rounded up. */
  public int kmaxPackets(long bdpBytes, int mtuBytes) {
    return part(kmaxPercent, bdpBytes, mtuBytes);
  }

  private int part(double percent, long bdpBytes, int mtuBytes) {
    return (int) Math.ceil(percent * size.packets(bdpBytes, mtuBytes) / 100);
  }

  /** The point at which the depth of a queue decides on the mark of a packet. */
  public enum MarkingPoint implements Choice {
    /** The mark is set as the packet leaves: it says how long the queue is now. */
    DEQUEUE,

    /**
     * The mark is set as the packet comes: it waits in the queue that it tells of, as with the WRED
     * of most ASICs.
     */
    ENQUEUE;

    @Override
    public String toString() {
      return spelling();
    }
  }

  /** Treatment of a data packet that does not fit into a switch's queue. */
  public enum Trimming implements Choice {
    /** The P4 program cuts it to its headers before the queue. */
    P4,

    /** The traffic manager cuts it and leaves the IP length, as Trident 4 does. */
    ASIC,

    /** The packet is dropped. */
    OFF;

    @Override
    public String toString() {
      return spelling();
    }
  }
}
