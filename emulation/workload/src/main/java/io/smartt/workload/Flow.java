package io.smartt.workload;

import module java.base;

/**
 * One message from host to host.
 *
 * @param id of the flow, positive
 * @param src index of the sending host
 * @param dst index of the receiving host
 * @param bytes payload, at least 1
 * @param start when it begins
 * @param sendDoneTrigger trigger to activate when the sender has the ACK of the last byte
 * @param recvDoneTrigger trigger to activate when the receiver has every byte
 * @param scheme name of its congestion control; empty: that of its sender
 * @param trafficClass of its data packets; empty: they have none
 */
public record Flow(
    int id,
    int src,
    int dst,
    long bytes,
    Start start,
    OptionalInt sendDoneTrigger,
    OptionalInt recvDoneTrigger,
    Optional<String> scheme,
    Optional<Flow.FlowClass> trafficClass) {
  /** A flow with the congestion control of its sender. */
  public Flow(
      int id,
      int src,
      int dst,
      long bytes,
      Start start,
      OptionalInt sendDoneTrigger,
      OptionalInt recvDoneTrigger) {
    this(
        id,
        src,
        dst,
        bytes,
        start,
        sendDoneTrigger,
        recvDoneTrigger,
        Optional.empty(),
        Optional.empty());
  }

  /** A flow that starts at an instant and activates nothing. */
  public static Flow at(int id, int src, int dst, long bytes, long startPs) {
    return new Flow(
        id, src, dst, bytes, new Start.At(startPs), OptionalInt.empty(), OptionalInt.empty());
  }

  public Flow startedBy(int trigger) {
    return with(new Start.OnTrigger(trigger), sendDoneTrigger, recvDoneTrigger);
  }

  /** Returns this flow, activating a trigger when the sender is done. */
  public Flow whenSent(int trigger) {
    return with(start, OptionalInt.of(trigger), recvDoneTrigger);
  }

  /** Returns this flow, activating a trigger when the receiver is done. */
  public Flow whenReceived(int trigger) {
    return with(start, sendDoneTrigger, OptionalInt.of(trigger));
  }

  private Flow with(Start other, OptionalInt sent, OptionalInt received) {
    return new Flow(id, src, dst, bytes, other, sent, received, scheme, trafficClass);
  }

  /** Returns this flow with a congestion control of its own. */
  public Flow withScheme(String name) {
    return with(Optional.of(name), trafficClass);
  }

  /** Returns this flow with data packets of a class. */
  public Flow with(FlowClass ofData) {
    return with(scheme, Optional.of(ofData));
  }

  private Flow with(Optional<String> named, Optional<FlowClass> ofData) {
    return new Flow(id, src, dst, bytes, start, sendDoneTrigger, recvDoneTrigger, named, ofData);
  }

  /**
   * A class of data packets.
   *
   * @param dscp by which switches know them
   */
  public record FlowClass(String name, int dscp) {}

  /** Returns this flow with its start time multiplied by a factor. */
  Flow dilated(double factor) {
    return start instanceof Start.At(long ps)
        ? with(new Start.At(Math.round(ps * factor)), sendDoneTrigger, recvDoneTrigger)
        : this;
  }

  /** The instant or trigger at which a flow begins. */
  public sealed interface Start {
    /**
     * A start at an instant.
     *
     * @param ps since the experiment's start, picoseconds
     */
    record At(long ps) implements Start {
      /** Refuses an instant before the experiment. */
      public At {
        if (ps < 0) {
          throw new IllegalArgumentException("start at " + ps + " ps");
        }
      }
    }

    /**
     * A start when a trigger says so.
     *
     * @param id of the trigger
     */
    record OnTrigger(int id) implements Start {}
  }
}
