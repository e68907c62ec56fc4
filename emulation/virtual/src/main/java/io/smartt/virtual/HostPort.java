package io.smartt.virtual;

import io.smartt.virtual.SimplexLink.FrameSink;
import io.smartt.virtual.SimplexLink.FrameSource;

/** A host of the virtual fabric as its only link sees it. */
interface HostPort extends FrameSource, FrameSink {
  /** The link that leaves the host; {@link SimplexLink#kick} has it ask for frames. */
  void connect(SimplexLink uplink);

  /** Passes pause frames of the switch to this (802.1Qbb). */
  void obeyPauses(PfcPort end);

  /** Keeps data back, or sends it again. */
  void pause(boolean on);
}
