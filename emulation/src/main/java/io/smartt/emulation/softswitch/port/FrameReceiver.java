package io.smartt.emulation.softswitch.port;

/** Where the frames go that a port receives. Any thread may call. */
@FunctionalInterface
public interface FrameReceiver {
  /** Takes a copy of a frame; waits while the switch is behind. */
  void received(byte[] frame, int offset, int length);
}
