package io.smartt.host.congestion;

/**
 * How a receiver adapts the pace of its credit to the network before its last switch.
 *
 * @param periodPs time between two changes, on average
 * @param targetMarks share of marked packets above which the pace falls
 * @param increase share of the full pace that a period without congestion adds
 * @param decrease share of the pace that falls for each share of marks above the target
 * @param gain weight of the latest period in the average share of marks
 * @param leastShare least share of the full pace
 */
public record PullAdaption(
    long periodPs,
    double targetMarks,
    double increase,
    double decrease,
    double gain,
    double leastShare) {}
