package io.smartt.testbed;

import io.smartt.experiment.settings.SettingsSection;
import io.smartt.host.settings.Setting;
import io.smartt.testbed.stratum.ChassisPlan.PortLine;

/**
 * The settings that Tofino switches are configured with.
 *
 * @param deflectPorts SDK ports with commas between
 */
public record TofinoSettings(
    @Setting(
            defaultValue = "tofino",
            meaning = "The ASIC: tofino. Stratum is built without tofino2, which is refused.")
        Chip chip,
    @Setting(defaultValue = "80", meaning = "Bytes of a buffer cell: 80 on Tofino 1.")
        int cellBytes,
    @Setting(defaultValue = "20000", meaning = "Cells of the egress pool of data and control.")
        int poolCells,
    @Setting(
            defaultValue = "68,196",
            meaning = "SDK port of each pipe to which packets go that do not fit, for trimming.")
        String deflectPorts,
    @Setting(
            defaultValue = "true",
            meaning =
                "Forward error correction of every port: Reed-Solomon at 25, 50 and 100 Gbps,"
                    + " Firecode at 10 and 40.")
        boolean fec,
    @Setting(
            defaultValue = "on",
            meaning =
                "Autonegotiation of every port: on (copper cables without a board support package),"
                    + " off, platform.")
        PortLine.Autoneg autoneg) {

  /** The keys {@code tofino.*}. */
  static final SettingsSection<TofinoSettings> SECTION =
      new SettingsSection<>("tofino", TofinoSettings.class);

  /** Generations of the ASIC. */
  public enum Chip {
    TOFINO,
    TOFINO2
  }

  private static final int LEAST_CELL = 16;
  private static final int MOST_CELL = 4096;
  private static final int MOST_CELLS = 1_000_000;

  /** Checks the numbers, and that Stratum can drive the ASIC (its build-bf-sde.sh:165). */
  public TofinoSettings {
    if (chip == Chip.TOFINO2) {
      throw new IllegalArgumentException(
          "tofino2: Stratum is built with an SDE for Tofino 1 alone; docs/operate/tofino.md"
              + " has what differs");
    }
    SettingRange.require("cell-bytes", cellBytes, LEAST_CELL, MOST_CELL);
    SettingRange.require("pool-cells", poolCells, 1, MOST_CELLS);
  }
}
