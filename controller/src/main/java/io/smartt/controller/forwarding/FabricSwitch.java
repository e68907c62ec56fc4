package io.smartt.controller.forwarding;

/**
 * A switch of a {@link FabricModel}.
 *
 * @param deviceId P4Runtime device id, unique in the fabric
 * @param saltSeed mixed into the ECMP salt together with the device id
 */
public record FabricSwitch(long deviceId, String name, long saltSeed) {
  /** Locally administered, so that it is no host's; made up, and the same in every run. */
  public long mac() {
    return 0x06_00_00_00_00_00L | (deviceId & 0xff_ff_ff_ff_ffL);
  }
}
