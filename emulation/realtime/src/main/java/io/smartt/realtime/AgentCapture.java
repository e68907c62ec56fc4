package io.smartt.realtime;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.CaptureSink;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.host.agent.v1.CapturedFrame;
import io.smartt.host.agent.v1.CapturedFrames;

/**
 * Writes the frames that agents capture to the run's trace, at both ends of a host's cable: what is
 * seen at one end passes the other.
 *
 * @param sink shared with others; it is thread safe
 * @param outbound whether to write what hosts send too: where nobody captures at their switches
 */
public record AgentCapture(CaptureSink sink, Topology topology, boolean outbound) {
  static final int SNAP_BYTES = 256;

  void onFrames(Host host, CapturedFrames frames) {
    int here = CaptureInterface.number(topology.access(host).link(), host);
    int there = CaptureInterface.farEnd(here);
    sink.lost(here, frames.getLostFrames());
    for (CapturedFrame frame : frames.getFramesList()) {
      if (!frame.getOutbound()) {
        write(frame, there, here);
      } else if (outbound) {
        write(frame, here, there);
      }
    }
  }

  private void write(CapturedFrame frame, int from, int to) {
    byte[] head = frame.getHead().toByteArray();
    int length = frame.getWireBytes();
    long ps = Math.max(0, frame.getTimePs());
    sink.packet(ps, from, Direction.OUTBOUND, head, length);
    sink.packet(ps, to, Direction.INBOUND, head, length);
  }
}
