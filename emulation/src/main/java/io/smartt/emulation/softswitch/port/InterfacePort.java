package io.smartt.emulation.softswitch.port;

import io.smartt.host.packetio.InterfaceNames;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketSocket;
import io.smartt.p4.pipeline.Packet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A port on a Linux interface, with a thread that receives. */
public final class InterfacePort implements SwitchPort {
  private static final Logger LOG = LoggerFactory.getLogger(InterfacePort.class);

  private final PacketSocket socket;
  private volatile boolean gone;

  /**
   * Opens the interface.
   *
   * @param interfaceName its name, or {@code mac:} and its address
   * @throws PacketIoException naming the interface and what is missing
   */
  public InterfacePort(String interfaceName) {
    this.socket = PacketSocket.open(InterfaceNames.resolve(interfaceName));
  }

  @Override
  public String attachment() {
    return socket.interfaceName();
  }

  @Override
  public void start(FrameReceiver receiver) {
    Thread.ofPlatform()
        .name("port-" + socket.interfaceName())
        .daemon()
        .start(() -> receiveAll(receiver));
  }

  private void receiveAll(FrameReceiver receiver) {
    byte[] frame = new byte[PacketSocket.MAX_FRAME_BYTES];
    try {
      for (int length = socket.receive(frame); length != PacketSocket.CLOSED; ) {
        receiver.received(frame, 0, length);
        length = socket.receive(frame);
      }
    } catch (PacketIoException e) {
      lost(e);
    }
  }

  @Override
  public boolean send(Packet frame) {
    if (gone) {
      return false;
    }
    try {
      return socket.send(Frames.whole(frame), 0, frame.length());
    } catch (PacketIoException e) {
      lost(e);
      return false;
    }
  }

  private void lost(PacketIoException e) {
    if (!gone) {
      gone = true;
      LOG.warn("{}", e.getMessage());
    }
  }

  @Override
  public boolean isUp() {
    return !gone && socket.isUp();
  }

  @Override
  public long lostFrames() {
    return socket.lostFrames();
  }

  @Override
  public void close() {
    socket.close();
  }
}
