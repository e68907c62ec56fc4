package io.smartt.host.congestion;

import io.smartt.host.settings.SettingsValues;

/**
 * The facts that a congestion control may read of the run that it is made for.
 *
 * @param settings values of all settings groups
 * @param referenceConstants whether constants are those of the Ultra Ethernet reference simulator
 *     (NSCC) instead of the paper's
 * @param trims whether switches trim what they have no room for
 * @param networkRttPs base RTT of the network's longest path
 * @param dilation factor by which link rates are divided and times multiplied
 * @param payloadBytes payload of a full packet
 */
public record CongestionContext(
    SettingsValues settings,
    boolean referenceConstants,
    boolean trims,
    long networkRttPs,
    double dilation,
    int payloadBytes) {}
