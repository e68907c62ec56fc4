package io.smartt.softswitch.port;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.CaptureReader.CaptureFormatException;
import io.smartt.base.trace.PcapWriter;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.p4.pipeline.Packet;
import org.jspecify.annotations.Nullable;

/**
 * A port that receives what is in one capture file and writes what it sends to another. A {@link
 * FileReplay} paces it with the other file ports of its switch.
 */
public final class FilePort implements SwitchPort {
  private final CaptureReader in;
  private final PcapWriter out;
  private final Clock clock;
  private volatile SwitchPort.@Nullable FrameReceiver receiver;

  /**
   * Opens both files.
   *
   * @param clock stamps what is sent
   * @throws io.smartt.base.trace.CaptureReader.CaptureFormatException naming the file that cannot
   *     be read
   */
  public FilePort(Path in, Path out, Clock clock) {
    this.in = CaptureReader.open(in);
    this.clock = clock;
    try {
      this.out = PcapWriter.create(out);
    } catch (RuntimeException e) {
      throw Closing.after(e, this.in);
    }
  }

  /**
   * Returns where packets go whose port receives from this file: {@code x_in.pcap} gives {@code
   * x_out.pcap}, any other {@code x.pcap} gives {@code x_out.pcap} too.
   */
  public static Path outputOf(Path in) {
    String name = in.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String stem = dot < 0 ? name : name.substring(0, dot);
    String base = stem.endsWith("_in") ? stem.substring(0, stem.length() - 3) : stem;
    return in.resolveSibling(base + "_out.pcap");
  }

  /** The next packet of the file. */
  Optional<RecordedPacket> next() {
    return in.next();
  }

  Path file() {
    return in.file();
  }

  void deliver(RecordedPacket packet) {
    SwitchPort.FrameReceiver to = receiver;
    if (to != null) {
      to.received(packet.bytes(), 0, packet.bytes().length);
    }
  }

  @Override
  public String attachment() {
    return in.file().toString();
  }

  @Override
  public void start(SwitchPort.FrameReceiver newReceiver) {
    receiver = newReceiver;
  }

  @Override
  public boolean send(Packet frame) {
    long nowNs = ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant());
    out.write(nowNs, Frames.whole(frame), 0, frame.length());
    return true;
  }

  /** Hands what was sent to the file. */
  public void flush() {
    out.flush();
  }

  @Override
  public void close() {
    receiver = null;
    in.close();
    out.close();
  }

  /**
   * Gives the packets of all file ports of a switch in the order of their stamps, each as soon as
   * the switch takes it.
   */
  public static final class FileReplay {
    private final List<FilePort> ports;

    private record Head(RecordedPacket packet, int port) {}

    /** A replay into these ports. */
    public FileReplay(List<FilePort> ports) {
      this.ports = List.copyOf(ports);
    }

    /**
     * Gives all packets; at equal stamps the port that was named first goes first.
     *
     * @return how many there were
     * @throws CaptureFormatException naming the file that is broken or has a packet cut short
     */
    public long run() {
      PriorityQueue<Head> heads =
          new PriorityQueue<>(
              Comparator.comparingLong((Head head) -> head.packet.timeNs())
                  .thenComparingInt(Head::port));
      for (int i = 0; i < ports.size(); i++) {
        addNext(heads, i);
      }
      long packets = 0;
      for (Head head = heads.poll(); head != null; head = heads.poll()) {
        FilePort port = ports.get(head.port);
        if (head.packet.isCut()) {
          throw new CaptureFormatException(
              "%s: packet with only %d of %d B captured; a switch needs whole packets"
                  .formatted(port.file(), head.packet.bytes().length, head.packet.originalBytes()));
        }
        port.deliver(head.packet);
        packets++;
        addNext(heads, head.port);
      }
      return packets;
    }

    private void addNext(PriorityQueue<Head> heads, int port) {
      ports.get(port).next().ifPresent(packet -> heads.add(new Head(packet, port)));
    }
  }
}
