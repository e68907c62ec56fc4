package io.smartt.host.agent.daemon;

import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.HostAgent.SendLateness;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Frames;
import io.smartt.host.agent.v1.Lateness;
import io.smartt.host.transport.TransportCounters;
import io.smartt.host.transport.TransportEndpoint;

/** Counters as messages. */
public final class CounterMessages {
  private CounterMessages() {}

  /** The counters of a host. */
  static Counters of(HostAgent host) {
    HostAgent.FrameCounts frames = host.frames();
    return of(host.endpoint())
        .setFrames(
            Frames.newBuilder()
                .setSent(frames.sent())
                .setReceived(frames.received())
                .setLost(frames.lost()))
        .setLateness(message(host.lateness()))
        .build();
  }

  /** The counters of an endpoint, with the frames that it refused. */
  static Counters.Builder of(TransportEndpoint endpoint) {
    Counters.Builder all = builder(endpoint.counters());
    endpoint.refused().forEach((reason, frames) -> all.putRefused(reason.name(), frames));
    return all;
  }

  private static Lateness message(SendLateness late) {
    return Lateness.newBuilder()
        .setTurns(late.turns())
        .setLatePs(late.latePs())
        .setBusyPs(late.busyPs())
        .setLostPs(late.lostPs())
        .build();
  }

  /** Returns the lateness that an agent reports; none where it does not. */
  public static SendLateness lateness(Lateness said) {
    return new SendLateness(said.getTurns(), said.getLatePs(), said.getBusyPs(), said.getLostPs());
  }

  /** The counters of a host, by shard. */
  static Counters sum(Counters... shards) {
    if (shards.length == 1) {
      return shards[0];
    }
    Counters.Builder sum = Counters.newBuilder();
    Frames.Builder frames = Frames.newBuilder();
    SendLateness late = SendLateness.NONE;
    for (Counters one : shards) {
      sum.setDataFramesSent(sum.getDataFramesSent() + one.getDataFramesSent())
          .setRetransmissions(sum.getRetransmissions() + one.getRetransmissions())
          .setTimeouts(sum.getTimeouts() + one.getTimeouts())
          .setTrimsNotified(sum.getTrimsNotified() + one.getTrimsNotified())
          .setAcksReceived(sum.getAcksReceived() + one.getAcksReceived())
          .setMarksReceived(sum.getMarksReceived() + one.getMarksReceived())
          .setDataFramesReceived(sum.getDataFramesReceived() + one.getDataFramesReceived())
          .setTrimmedReceived(sum.getTrimmedReceived() + one.getTrimmedReceived())
          .setTrimmedDamaged(sum.getTrimmedDamaged() + one.getTrimmedDamaged())
          .setDuplicatesReceived(sum.getDuplicatesReceived() + one.getDuplicatesReceived())
          .setBytesDelivered(sum.getBytesDelivered() + one.getBytesDelivered())
          .setBytesVerified(sum.getBytesVerified() + one.getBytesVerified())
          .setPayloadMismatches(sum.getPayloadMismatches() + one.getPayloadMismatches())
          .setReorderPeakPackets(
              Math.max(sum.getReorderPeakPackets(), one.getReorderPeakPackets()));
      frames
          .setSent(frames.getSent() + one.getFrames().getSent())
          .setReceived(frames.getReceived() + one.getFrames().getReceived())
          .setLost(frames.getLost() + one.getFrames().getLost());
      late = late.plus(lateness(one.getLateness()));
      one.getRefusedMap()
          .forEach((why, n) -> sum.putRefused(why, sum.getRefusedOrDefault(why, 0) + n));
    }
    return sum.setFrames(frames).setLateness(message(late)).build();
  }

  /** The counters of a connection. */
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
        .setTrimmedDamaged(counters.trimmedDamaged())
        .setDuplicatesReceived(counters.duplicatesReceived())
        .setBytesDelivered(counters.bytesDelivered())
        .setBytesVerified(counters.bytesVerified())
        .setPayloadMismatches(counters.payloadMismatches())
        .setReorderPeakPackets(counters.reorderPeakPackets());
  }
}
