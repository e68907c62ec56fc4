package io.smartt.emulation.softswitch.port;

/** Where the frames go that a port receives. Any thread may call. */
@FunctionalInterface
public interface FrameReceiver {
  /** Takes a copy of a frame; waits while the switch is behind. */
  void received(byte[] frame, int offset, int length);

  /**
   * The same of a frame whose arrival was noted.
   *
   * @param atPs when it came, by the switch's clock
   */
  default void received(byte[] frame, int offset, int length, long atPs) {
    received(frame, offset, length);
  }

  /** There are no more for now. */
  default void pause() {}
}
