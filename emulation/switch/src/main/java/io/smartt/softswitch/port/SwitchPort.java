package io.smartt.softswitch.port;

import io.smartt.host.packetio.UnsentFrames;
import io.smartt.p4.pipeline.Packet;
import java.util.Optional;

/** The attachment of one port of a switch. */
public interface SwitchPort extends AutoCloseable {
  /** Returns what it is, for people. */
  String attachment();

  /** Sends received frames to a receiver from now on. Called once. */
  void start(FrameReceiver receiver);

  /**
   * Sends a frame; called from the switch's thread.
   *
   * @return false where the frame was not taken
   */
  boolean send(Packet frame);

  /** Makes what was sent leave now; until then it may wait for more, to leave with it. */
  default void push() {}

  /** Returns whether its link is up. */
  default boolean isUp() {
    return true;
  }

  /** Frames that were lost before the switch saw them. */
  default long lostFrames() {
    return 0;
  }

  /** Frames that {@link #send} took and that never left; empty where that is not known. */
  default Optional<UnsentFrames> unsent() {
    return Optional.empty();
  }

  /** Sends and receives no more. */
  @Override
  void close();

  /** The receiver of the frames that come in at a port. Any thread may call. */
  @FunctionalInterface
  interface FrameReceiver {
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

    /** Says that there are no more for now. */
    default void pause() {}
  }
}
