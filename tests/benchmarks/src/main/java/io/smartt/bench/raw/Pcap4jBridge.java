package io.smartt.bench.raw;

import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.PcapDirection;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.RawPacketListener;

/** A bridge of two interfaces, by Pcap4J's own loop and sendPacket. */
final class Pcap4jBridge {
  private static final int SNAP_BYTES = 65_536;
  private static final int BUFFER_BYTES = 8 << 20;
  private static final int TIMEOUT_MS = 1;

  private Pcap4jBridge() {}

  /** Arguments: two interfaces, and whether frames are handed on at once. */
  public static void main(String[] arguments) throws PcapNativeException {
    boolean immediate = Boolean.parseBoolean(arguments[2]);
    PcapHandle a = open(arguments[0], immediate);
    PcapHandle b = open(arguments[1], immediate);
    Thread.ofPlatform().name("a-to-b").start(() -> copy(a, b));
    Thread.ofPlatform().name("b-to-a").start(() -> copy(b, a));
  }

  static PcapHandle open(String name, boolean immediate) throws PcapNativeException {
    PcapHandle handle =
        new PcapHandle.Builder(name)
            .snaplen(SNAP_BYTES)
            .promiscuousMode(PromiscuousMode.PROMISCUOUS)
            .timeoutMillis(TIMEOUT_MS)
            .bufferSize(BUFFER_BYTES)
            .immediateMode(immediate)
            .direction(PcapDirection.IN)
            .build();
    return handle;
  }

  private static void copy(PcapHandle from, PcapHandle to) {
    RawPacketListener listener =
        frame -> {
          try {
            to.sendPacket(frame);
          } catch (NotOpenException | PcapNativeException e) {
            throw new IllegalStateException(e);
          }
        };
    try {
      from.loop(-1, listener);
    } catch (PcapNativeException | NotOpenException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
