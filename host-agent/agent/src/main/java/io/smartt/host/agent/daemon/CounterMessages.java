package io.smartt.host.agent.daemon;

import io.smartt.agent.v1.Counters;
import io.smartt.host.transport.TransportCounters;

/** Counters as messages. */
final class CounterMessages {
  private CounterMessages() {}

  static Counters of(TransportCounters counters) {
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
        .setPayloadMismatches(counters.payloadMismatches())
        .build();
  }
}
