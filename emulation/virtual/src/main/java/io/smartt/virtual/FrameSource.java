package io.smartt.virtual;

import io.smartt.p4.pipeline.Packet;

/** The source of a link's frames: a host's network card or a switch port. */
interface FrameSource {
  /**
   * Gives the next packet to send.
   *
   * @param out to be overwritten
   * @return false when there is none now
   */
  boolean next(long nowPs, Packet out);

  /** False only when {@link #next} would surely give nothing until the link is woken. */
  default boolean mayHaveMore() {
    return true;
  }
}
