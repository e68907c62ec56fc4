package io.smartt.host.congestion;

import java.util.OptionalLong;

/**
 * Facts about the network that SMaRTT needs.
 *
 * @param longestRttPs base RTT of its longest path; a path's own counts if empty
 * @param trims whether switches trim what they have no room for
 */
public record SmarttNetwork(OptionalLong longestRttPs, boolean trims) {}
