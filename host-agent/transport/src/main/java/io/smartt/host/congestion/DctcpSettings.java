package io.smartt.host.congestion;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;

/**
 * Settings of DCTCP, after Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010, and RFC 8257.
 *
 * @param gain {@code g}: 1/16 (RFC 8257, Sec. 3.3 and 4.2)
 * @param initialAlpha 1 (RFC 8257, Sec. 3.3)
 * @param maxWindowBdps the same as SMaRTT's
 * @param initialWindowBdps the same as SMaRTT's, where RFC 6928 would have ten packets, to compare
 *     reactions and not slow start
 */
public record DctcpSettings(
    @Setting(defaultValue = "0.0625", meaning = "Weight of a window's marked share in alpha (g).")
        double gain,
    @Setting(defaultValue = "1", meaning = "Alpha of a new connection.") double initialAlpha,
    @Setting(defaultValue = "1.5", meaning = "Largest window, in BDPs.") double maxWindowBdps,
    @Setting(defaultValue = "1.5", meaning = "Window of a new connection, in BDPs.")
        double initialWindowBdps) {

  private static final Range RANGE = new Range("DCTCP");

  /** The default of every setting. */
  public static final DctcpSettings DEFAULTS = RecordSettings.defaults(DctcpSettings.class);

  /** Checks that each value is one that the algorithm can work with. */
  public DctcpSettings {
    RANGE.share("gain", gain);
    RANGE.between(0, 1, "initial alpha", initialAlpha);
    RANGE.above(0, "largest window", maxWindowBdps);
    RANGE.above(0, "initial window", initialWindowBdps);
  }
}
