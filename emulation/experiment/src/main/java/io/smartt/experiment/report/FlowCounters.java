package io.smartt.experiment.report;

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
    FlowEnds known) {

  /** Returns what is known of these. */
  public FlowCounters knownAt(FlowEnds ends) {
    return new FlowCounters(
        ends.sender() ? packetsSent : 0,
        ends.sender() ? retransmissions : 0,
        ends.sender() ? timeouts : 0,
        ends.sender() ? trims : 0,
        ends.sender() ? marks : 0,
        ends.receiver() ? bytesDelivered : 0,
        ends.receiver() ? bytesVerified : 0,
        ends);
  }
}
