package io.smartt.experiment.journey;

import io.smartt.base.counters.Drops.DropReason;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.softswitch.QueueConfig;
import java.util.Optional;
import java.util.SequencedMap;

/** One thing on the way of a data packet and of what answers it. Times are picoseconds. */
public sealed interface JourneyEvent {
  /** Returns when, in the run's time. */
  long timePs();

  /**
   * Returns which transmission of the packet, from 1; that of an answer is the one that it answers.
   */
  int transmission();

  /**
   * A host's card begins to send the packet.
   *
   * @param entropy that chooses its path
   * @param window of its connection, after it was sent
   */
  record Sent(
      long timePs,
      int transmission,
      String host,
      int bytes,
      int entropy,
      boolean again,
      WindowState window)
      implements JourneyEvent {}

  /**
   * The congestion window of a connection.
   *
   * @param windowBytes the window
   * @param inFlightBytes what is sent and not answered
   */
  record WindowState(long windowBytes, long inFlightBytes) {}

  /**
   * A link lost it, or was down.
   *
   * @param from the node that sent it
   */
  record LostOnLink(long timePs, int transmission, String from) implements JourneyEvent {}

  /** Its last bit has reached a switch, which has parsed it after its latency. */
  record EnteredSwitch(
      long timePs, int transmission, String name, int port, int bytes, boolean marked)
      implements JourneyEvent {}

  /** Something in the switch's P4 program. */
  record Met(long timePs, int transmission, TraceEvent event) implements JourneyEvent {}

  /**
   * A queue has taken it.
   *
   * @param before the queue without it
   * @param bytes that wait of it: fewer than came where it was cut
   */
  record Queued(long timePs, int transmission, QueueState before, long bytes)
      implements JourneyEvent {}

  /**
   * A switch dropped it.
   *
   * @param queue the one without room; empty: it met none
   */
  record Dropped(long timePs, int transmission, DropReason reason, Optional<QueueState> queue)
      implements JourneyEvent {}

  /**
   * Its first bit leaves a switch.
   *
   * @param after the queue without it
   * @param waitedPs since it was queued
   * @param cutFrom its length when it came; empty: it was not cut here
   */
  record LeftSwitch(
      long timePs,
      int transmission,
      String name,
      QueueState after,
      long waitedPs,
      int bytes,
      Optional<Integer> cutFrom,
      boolean markedHere)
      implements JourneyEvent {}

  /**
   * Its last bit has reached its destination.
   *
   * @param signals of switches, by the names of their program
   */
  record Reached(
      long timePs,
      int transmission,
      String host,
      FrameKind kind,
      int bytes,
      boolean marked,
      SequencedMap<String, Long> signals)
      implements JourneyEvent {}

  /**
   * The receiver sends the first answer to it.
   *
   * @param kind {@link FrameKind#ACK} or {@link FrameKind#NACK}
   * @param refusal code of a NACK
   * @param mark whether the answer says that the packet was marked
   */
  record Answered(
      long timePs,
      int transmission,
      String host,
      FrameKind kind,
      Optional<Integer> refusal,
      boolean mark)
      implements JourneyEvent {}

  /** The answer has reached the sender, and this is what it did to the window. */
  record Heard(long timePs, int transmission, String host, WindowState before, WindowState after)
      implements JourneyEvent {}

  /**
   * A queue of a switch at one time.
   *
   * @param depthPackets that wait
   * @param depthBytes of them
   * @param bounds how much may wait
   */
  record QueueState(int port, int queue, int depthPackets, long depthBytes, QueueConfig bounds) {}
}
