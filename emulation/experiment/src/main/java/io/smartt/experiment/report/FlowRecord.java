package io.smartt.experiment.report;

import module java.base;

/**
 * One flow of a run, finished or not.
 *
 * @param id the workload's number for the flow
 * @param src name of the sending host
 * @param dst name of the receiving host
 * @param bytes payload to deliver
 * @param startPs when the sender could begin, picoseconds since the start of the experiment
 * @param finishPs when the last ACK reached the sender; empty if that did not happen
 * @param idealPs completion time (not instant) of the flow in the fluid model, picoseconds
 * @param counters what its two ends counted
 * @param path its way through the network
 * @param rtt round-trip times that its sender measured; empty if it measured none
 */
public record FlowRecord(
    int id,
    String src,
    String dst,
    long bytes,
    long startPs,
    OptionalLong finishPs,
    long idealPs,
    FlowRecord.FlowCounters counters,
    FlowRecord.PathInfo path,
    Optional<FlowRecord.RttRecord> rtt) {

  /** Refuses times that make no sense, so that a slowdown is always a positive number. */
  public FlowRecord {
    if (idealPs <= 0) {
      throw new IllegalArgumentException("flow " + id + ": ideal time " + idealPs + " ps");
    }
    if (finishPs.isPresent() && finishPs.getAsLong() <= startPs) {
      throw new IllegalArgumentException(
          "flow " + id + ": finish " + finishPs.getAsLong() + " ps, start " + startPs + " ps");
    }
  }

  /** Returns whether the last ACK arrived. */
  public boolean finished() {
    return finishPs.isPresent();
  }

  /** Completion time in picoseconds: last ACK at the sender minus start. */
  public OptionalLong completionPs() {
    return finishPs.isPresent()
        ? OptionalLong.of(finishPs.getAsLong() - startPs)
        : OptionalLong.empty();
  }

  /**
   * Completion time over that of an ideal network without other traffic, the FCT slowdown of the
   * literature.
   */
  public OptionalDouble idleSlowdown() {
    return finishPs.isPresent() && path.idlePs().isPresent()
        ? OptionalDouble.of((double) (finishPs.getAsLong() - startPs) / path.idlePs().getAsLong())
        : OptionalDouble.empty();
  }

  /** Completion time over ideal completion time. Below 1 for an unfairly lucky flow. */
  public OptionalDouble slowdown() {
    return finishPs.isPresent()
        ? OptionalDouble.of((double) (finishPs.getAsLong() - startPs) / idealPs)
        : OptionalDouble.empty();
  }

  /** The ends of a flow whose counters are known: not those of a host whose agent was lost. */
  public enum FlowEnds {
    /** The counters of both ends. */
    BOTH(true, true),
    /** The sender's, not what its receiver placed. */
    SENDER(true, false),
    /** The counters of the receiver, nothing of the sender. */
    RECEIVER(false, true),
    /** The counters of neither end. */
    NONE(false, false);

    private final boolean sender;
    private final boolean receiver;

    FlowEnds(boolean sender, boolean receiver) {
      this.sender = sender;
      this.receiver = receiver;
    }

    /** Returns the one for what is known of each end. */
    public static FlowEnds of(boolean sender, boolean receiver) {
      if (sender) {
        return receiver ? BOTH : SENDER;
      }
      return receiver ? RECEIVER : NONE;
    }

    /** Returns whether the sender's counters are known. */
    public boolean sender() {
      return sender;
    }

    /** Returns whether it is known what the receiver placed. */
    public boolean receiver() {
      return receiver;
    }
  }

  /**
   * The counters of one flow, as its two ends saw them.
   *
   * @param packetsSent data packets sent, retransmissions included
   * @param retransmissions data packets sent again
   * @param timeouts retransmission timeouts that fired
   * @param trims trim notices (NACKs with the trimmed code) that reached the sender
   * @param marks acknowledgements that reached the sender with an ECN echo
   * @param bytesDelivered payload bytes that the receiver placed, each counted once
   * @param bytesVerified of those, bytes whose content or offset the receiver checked
   * @param bytesSkipped payload bytes whose time was skipped: nobody sent them
   * @param known whose counters these are; what is not known is 0 here and empty in every table
   */
  public record FlowCounters(
      long packetsSent,
      long retransmissions,
      long timeouts,
      long trims,
      long marks,
      long bytesDelivered,
      long bytesVerified,
      long bytesSkipped,
      FlowEnds known) {

    /** Returns what is known of these, for a flow of which so many bytes were skipped. */
    public FlowCounters knownAt(FlowEnds ends, long skipped) {
      return new FlowCounters(
          ends.sender() ? packetsSent : 0,
          ends.sender() ? retransmissions : 0,
          ends.sender() ? timeouts : 0,
          ends.sender() ? trims : 0,
          ends.sender() ? marks : 0,
          ends.receiver() ? bytesDelivered : 0,
          ends.receiver() ? bytesVerified : 0,
          skipped,
          ends);
    }
  }

  /**
   * The round-trip times of one flow, from every acknowledgement that had one.
   *
   * @param leastPs the shortest: what the network takes with empty queues, if the flow ever met
   *     them
   * @param meanPs their mean
   * @param jitterPs mean difference between one and the next, either way (RFC 3550 section 6.4.1's
   *     difference, not smoothed)
   */
  public record RttRecord(long leastPs, long meanPs, long jitterPs) {}

  /**
   * The way of a flow through the network.
   *
   * @param links links from sender to receiver, both host links counted
   * @param equalCostPaths how many shortest paths there are
   * @param baseRttPs round trip of one full packet and its ACK on an empty network, picoseconds
   * @param idlePs ideal completion time of the flow on it without other traffic, picoseconds; empty
   *     if it was not computed
   */
  public record PathInfo(int links, long equalCostPaths, long baseRttPs, OptionalLong idlePs) {}
}
