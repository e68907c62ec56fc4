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
}
