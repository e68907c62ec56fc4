package io.smartt.virtual;

import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.PauseFrame;

/** Pause frames as other makers' switches may send them: for less than the longest time. */
final class PauseFrames {
  private static final int TIMES_AT = 18;

  private PauseFrames() {}

  static Packet of(int priority, int quanta) {
    Packet frame = new Packet(64);
    PauseFrame.write(frame, 1, 1 << priority, 0);
    frame.bytes()[TIMES_AT + 2 * priority] = (byte) (quanta >> 8);
    frame.bytes()[TIMES_AT + 2 * priority + 1] = (byte) quanta;
    return frame;
  }
}
