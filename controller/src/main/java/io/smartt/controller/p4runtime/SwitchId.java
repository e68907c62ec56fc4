package io.smartt.controller.p4runtime;

/**
 * One switch.
 *
 * @param name what error messages call it
 * @param deviceId P4Runtime device id, unsigned
 */
public record SwitchId(String name, long deviceId) {
  @Override
  public String toString() {
    return "switch " + name + " (device " + Long.toUnsignedString(deviceId) + ")";
  }
}
