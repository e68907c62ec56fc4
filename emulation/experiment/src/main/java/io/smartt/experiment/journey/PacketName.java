package io.smartt.experiment.journey;

/**
 * A data packet as hosts know it, however often it is sent.
 *
 * @param source IPv4 address of the sender
 * @param destination IPv4 address of the receiver
 * @param connection the sender's number of the connection
 * @param psn packet sequence number
 */
public record PacketName(int source, int destination, int connection, int psn) {}
