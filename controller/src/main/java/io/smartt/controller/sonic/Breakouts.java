package io.smartt.controller.sonic;

import java.util.List;
import java.util.Map;

/**
 * How the Trident 4 boxes that SONiC has break a cage out, which SONiC's own command does and no
 * patch. From the {@code platform.json} of each in sonic-buildimage 086b03bd, folder {@code
 * device}.
 */
final class Breakouts {
  private static final int MBPS_PER_GBPS = 1000;

  /** By a part of the platform's name; boxes without a list are not here. */
  private static final Map<String, List<String>> MODES =
      Map.of(
          "nokia_ixr7220_d4", List.of("1x400G", "4x100G", "1x100G", "4x25G"),
          "ufispace_s9300_32d",
              List.of(
                  "1x400G", "2x200G", "4x100G", "8x50G", "2x100G", "2x50G", "1x50G", "8x25G",
                  "4x25G"),
          "ufispace_s9301_32d", List.of("1x400G", "2x200G", "4x100G", "8x50G"));

  private Breakouts() {}

  /** What to do where a port is not there. */
  static String hint(String platform, long speedMbps) {
    String speed = "x" + speedMbps / MBPS_PER_GBPS + "G";
    return MODES.entrySet().stream()
        .filter(entry -> platform.contains(entry.getKey()))
        .findFirst()
        .map(entry -> hint(entry.getValue(), speed))
        .orElse("other breakouts, where the box has them: config interface breakout");
  }

  private static String hint(List<String> modes, String speed) {
    List<String> fitting = modes.stream().filter(mode -> mode.endsWith(speed)).toList();
    return fitting.isEmpty()
        ? "this platform breaks cages out into "
            + String.join(", ", modes)
            + ", of which none is N"
            + speed
        : "config interface breakout PORT "
            + String.join(" | ", fitting)
            + ", a mode of this platform";
  }
}
