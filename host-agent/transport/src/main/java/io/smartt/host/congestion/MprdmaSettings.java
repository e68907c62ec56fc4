package io.smartt.host.congestion;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;

/**
 * Settings of MPRDMA, after Lu et al., "Multi-Path Transport for RDMA in Datacenters", NSDI 2018,
 * Sec. 4.1 (multi-path ACK-clocking and congestion control).
 *
 * @param increasePackets 1: an unmarked acknowledgement adds 1/cwnd
 * @param markDecreasePackets 0.5: a marked one takes half a packet
 * @param trimDecreasePackets there is no trimming in the paper; 1, the packet that has left the
 *     flight, as SMaRTT does
 * @param maxWindowBdps open in the paper; the same as SMaRTT's
 * @param initialWindowBdps 1, so that a new connection can fill its path in the first RTT; SMaRTT's
 *     1.5 does it no good (docs/use/transport.md)
 */
public record MprdmaSettings(
    @Setting(defaultValue = "1", meaning = "Increase per window of unmarked packets, in packets.")
        double increasePackets,
    @Setting(defaultValue = "0.5", meaning = "Decrease by a marked packet, in packets.")
        double markDecreasePackets,
    @Setting(defaultValue = "1", meaning = "Decrease by a trimmed packet, in packets.")
        double trimDecreasePackets,
    @Setting(defaultValue = "1.5", meaning = "Largest window, in BDPs.") double maxWindowBdps,
    @Setting(defaultValue = "1", meaning = "Window of a new connection, in BDPs.")
        double initialWindowBdps) {

  private static final Range RANGE = new Range("MPRDMA");

  /** The default of every setting. */
  public static final MprdmaSettings DEFAULTS = RecordSettings.defaults(MprdmaSettings.class);

  /** Checks that each value is one that the algorithm can work with. */
  public MprdmaSettings {
    RANGE.above(0, "increase", increasePackets);
    RANGE.atLeast(0, "mark decrease", markDecreasePackets);
    RANGE.atLeast(0, "trim decrease", trimDecreasePackets);
    RANGE.above(0, "largest window", maxWindowBdps);
    RANGE.above(0, "initial window", initialWindowBdps);
  }
}
