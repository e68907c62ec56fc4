package io.smartt.host.transport;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;

/**
 * Settings of what a host does with data behind its NIC, and of destination flow control (UE 1.0,
 * Sec. 3.6.13.2), by which it slows its senders down. The specification leaves to receivers what
 * they ask for: nothing below a fifth of the buffer, the most from four fifths, linear between.
 *
 * @param rate 1: as fast as the link, so that nothing ever waits
 * @param bufferBdps 1
 * @param flowControl true
 * @param restore false: a host that is slow stays slow
 */
public record IntakeSettings(
    @Setting(
            defaultValue = "1",
            meaning =
                "Share of its link's rate at which a host takes data in; at 1 it never falls behind.")
        double rate,
    @Setting(
            defaultValue = "1",
            meaning =
                "BDPs that a host keeps of what came too fast; more is refused and sent again.")
        double bufferBdps,
    @Setting(
            defaultValue = "true",
            meaning =
                "Whether acknowledgements ask for a smaller window while that fills; constants ue do"
                    + " as they ask.")
        boolean flowControl,
    @Setting(
            defaultValue = "false",
            meaning = "Whether, once it is empty, they ask for the window of before.")
        boolean restore) {

  /** The default of every setting. */
  public static final IntakeSettings DEFAULTS = RecordSettings.defaults(IntakeSettings.class);

  /** Checks that each value can be used. */
  public IntakeSettings {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException("intake rate is " + rate + ", accepted is above 0, to 1");
    }
    if (!(bufferBdps > 0)) {
      throw new IllegalArgumentException(
          "intake buffer is " + bufferBdps + " BDP, accepted is above 0");
    }
  }

  /** Returns whether a host can fall behind its link. */
  public boolean isLimited() {
    return rate < 1;
  }
}
