package io.smartt.host.agent.daemon;

import io.smartt.agent.v1.Counters;
import io.smartt.agent.v1.Frames;
import io.smartt.host.agent.FrameCounts;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.transport.TransportCounters;

/** Counters as messages. */
final class CounterMessages {
  private CounterMessages() {}

  /** Those of a host. */
  static Counters of(HostAgent host) {
    FrameCounts frames = host.frames();
    return builder(host.endpoint().counters())
        .setFrames(
            Frames.newBuilder()
                .setSent(frames.sent())
                .setReceived(frames.received())
                .setLost(frames.lost()))
        .build();
  }

  /** Those of a connection. */
  static Counters of(TransportCounters counters) {
    return builder(counters).build();
  }

  private static Counters.Builder builder(TransportCounters counters) {
    return Counters.newBuilder()
        .setDataFramesSent(counters.dataFramesSent())
        .setRetransmissions(counters.retransmissions())
        .setTimeouts(counters.timeouts())
        .setTrimsNotified(counters.trimsNotified())
        .setAcksReceived(counters.acksReceived())
        .setMarksReceived(counters.marksReceived())
        .setDataFramesReceived(counters.dataFramesReceived())
        .setTrimmedReceived(counters.trimmedReceived())
        .setDuplicatesReceived(counters.duplicatesReceived())
        .setBytesDelivered(counters.bytesDelivered())
        .setBytesVerified(counters.bytesVerified())
        .setPayloadMismatches(counters.payloadMismatches());
  }
}
