package io.smartt.emulation.settings;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one setting says about others that nobody set: a scheme or a set of constants brings what
 * belongs to it. What somebody sets stands.
 */
public final class ImpliedSettings {
  /**
   * What surrounds the controller in the Ultra Ethernet reference simulator (uet-htsim, revision
   * 40ccb05): 64 entropy values, of which random ones explore only where none can be recycled, and
   * an acknowledgement each 16,384 bytes, whatever the order in which they arrived.
   */
  private static final Map<String, String> NSCC =
      Map.of(
          "entropies", "64",
          "reps.explore-bdps", "0",
          "transport.ack-every-packets", "1024",
          "transport.ack-every-bytes", "16384",
          "transport.ack-out-of-order-at-once", "false");

  /**
   * RoCE cards want packets in order, so that there is one path; and they wait milliseconds before
   * they take silence for loss, for over PFC there is none and a pause may last long.
   */
  private static final Map<String, String> ROCEV2 =
      Map.of(
          "load-balancer", "ecmp",
          "trimming", "off",
          "transport.timeout-base-rtts", "500");

  private static final Map<String, String> LOSSLESS = Map.of("trimming", "off");

  private ImpliedSettings() {}

  /** The settings with all that they imply. */
  public static Settings complete(Settings settings) {
    Map<String, String> implied = new LinkedHashMap<>();
    if (settings.get(SettingKeys.CONSTANTS) == Constants.NSCC
        && settings.get(SettingKeys.SCHEME) == Scheme.SMARTT) {
      implied.putAll(NSCC);
    }
    if (lossless(settings)) {
      implied.putAll(LOSSLESS);
    }
    if (settings.get(SettingKeys.SCHEME) == Scheme.ROCEV2) {
      implied.putAll(ROCEV2);
    }
    Settings complete = settings;
    for (Map.Entry<String, String> entry : implied.entrySet()) {
      if (!settings.isSet(SettingKeys.named(entry.getKey()))) {
        complete = complete.with(entry.getKey(), entry.getValue());
      }
    }
    return complete;
  }

  /** Whether switches pause their peers rather than drop data (PFC). */
  public static boolean lossless(Settings settings) {
    return switch (SettingKeys.PFC.read(settings).use()) {
      case AUTO -> settings.get(SettingKeys.SCHEME) == Scheme.ROCEV2;
      case ON -> true;
      case OFF -> false;
    };
  }
}
