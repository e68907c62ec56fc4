package io.smartt.emulation.fabric.containers;

import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.Settings;
import io.smartt.emulation.settings.SwitchKind;
import java.util.Optional;

/**
 * Images of a fabric's containers.
 *
 * @param own of {@code smartt image build}
 * @param bmv2 of switches that are BMv2; empty: switches run {@code own}
 */
public record FabricImages(String own, Optional<String> bmv2) {
  /** Returns the images that an experiment's settings name. */
  public static FabricImages of(Settings settings) {
    boolean bmv2 = settings.get(SettingKeys.SWITCH_KIND) == SwitchKind.BMV2;
    return new FabricImages(
        settings.get(SettingKeys.DOCKER_IMAGE),
        bmv2 ? Optional.of(settings.get(SettingKeys.DOCKER_BMV2_IMAGE)) : Optional.empty());
  }

  /** All containers run the same. */
  public static FabricImages own(String image) {
    return new FabricImages(image, Optional.empty());
  }
}
