package io.smartt.emulation.softswitch.standalone;

import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.port.FrameReceiver;
import io.smartt.emulation.softswitch.port.Frames;
import io.smartt.emulation.softswitch.port.SwitchPort;
import io.smartt.p4.pipeline.Packet;
import org.jspecify.annotations.Nullable;

/** The port whose other end is the controllers: packet-in leaves by it, packet-out arrives. */
final class CpuPort implements SwitchPort {
  private volatile @Nullable FrameReceiver receiver;
  private volatile @Nullable EmbeddedDevice device;

  /** Packet-in goes there. */
  void connect(EmbeddedDevice newDevice) {
    device = newDevice;
  }

  /** Packet-out. */
  void packetOut(byte[] frame) {
    FrameReceiver to = receiver;
    if (to != null) {
      to.received(frame, 0, frame.length);
    }
  }

  @Override
  public String attachment() {
    return "cpu";
  }

  @Override
  public void start(FrameReceiver newReceiver) {
    receiver = newReceiver;
  }

  @Override
  public boolean send(Packet frame) {
    EmbeddedDevice to = device;
    return to != null && to.packetIn(Frames.bytes(frame));
  }

  @Override
  public void close() {
    receiver = null;
  }
}
