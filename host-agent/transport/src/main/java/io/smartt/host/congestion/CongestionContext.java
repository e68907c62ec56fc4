package io.smartt.host.congestion;

import io.smartt.host.settings.SettingsValues;

/**
 * The facts that a congestion control may read of the run that it is made for.
 *
 * @param settings values of all settings groups
 * @param constants where constants and formulas are from
 * @param trims whether switches trim what they have no room for
 * @param networkRttPs base RTT of the network's longest path
 * @param dilation factor by which link rates are divided and times multiplied
 * @param payloadBytes payload of a full packet
 */
public record CongestionContext(
    SettingsValues settings,
    ConstantsOrigin constants,
    boolean trims,
    long networkRttPs,
    double dilation,
    int payloadBytes) {}
