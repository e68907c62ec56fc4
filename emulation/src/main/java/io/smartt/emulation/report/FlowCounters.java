package io.smartt.emulation.report;

/**
 * What one flow counted, as its two ends saw it.
 *
 * @param packetsSent data packets sent, retransmissions included
 * @param retransmissions data packets sent again
 * @param timeouts retransmission timeouts that fired
 * @param trims trim notices (NACKs with the trimmed code) that reached the sender
 * @param marks acknowledgements that reached the sender with an ECN echo
 * @param bytesDelivered payload bytes that the receiver placed, each counted once
 * @param bytesVerified of those, bytes whose content or offset the receiver checked
 */
public record FlowCounters(
    long packetsSent,
    long retransmissions,
    long timeouts,
    long trims,
    long marks,
    long bytesDelivered,
    long bytesVerified) {}
