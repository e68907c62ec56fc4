package io.smartt.softswitch.port;

import module java.base;

import io.smartt.base.trace.PcapWriter;
import io.smartt.host.packetio.UnsentFrames;
import io.smartt.p4.pipeline.Packet;

/**
 * A port that writes what passes it to {@code X_in.pcap} and {@code X_out.pcap}, as simple_switch's
 * {@code --pcap} does: in is what the switch receives.
 */
public final class CapturedPort implements SwitchPort {
  private final SwitchPort port;
  private final Clock clock;
  private final PcapWriter in;
  private final PcapWriter out;

  /** Writes to this folder, in files that carry the name of what the port is attached to. */
  public CapturedPort(SwitchPort port, Path folder, Clock clock) {
    this.port = port;
    this.clock = clock;
    String name = Path.of(port.attachment()).getFileName().toString();
    this.in = PcapWriter.create(folder.resolve(name + "_in.pcap"));
    this.out = PcapWriter.create(folder.resolve(name + "_out.pcap"));
  }

  @Override
  public String attachment() {
    return port.attachment();
  }

  @Override
  public void start(SwitchPort.FrameReceiver receiver) {
    port.start(
        new SwitchPort.FrameReceiver() {
          @Override
          public void received(byte[] frame, int offset, int length) {
            note(frame, offset, length);
            receiver.received(frame, offset, length);
          }

          @Override
          public void received(byte[] frame, int offset, int length, long atPs) {
            note(frame, offset, length);
            receiver.received(frame, offset, length, atPs);
          }

          @Override
          public void pause() {
            receiver.pause();
          }
        });
  }

  private void note(byte[] frame, int offset, int length) {
    in.write(nowNs(), frame, offset, length);
    in.flush();
  }

  @Override
  public boolean send(Packet frame) {
    out.write(nowNs(), Frames.whole(frame), 0, frame.length());
    out.flush();
    return port.send(frame);
  }

  @Override
  public void push() {
    port.push();
  }

  @Override
  public boolean isUp() {
    return port.isUp();
  }

  @Override
  public long lostFrames() {
    return port.lostFrames();
  }

  @Override
  public Optional<UnsentFrames> unsent() {
    return port.unsent();
  }

  @Override
  public void close() {
    port.close();
    in.close();
    out.close();
  }

  private long nowNs() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant());
  }
}
