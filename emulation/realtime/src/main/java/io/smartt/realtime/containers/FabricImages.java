package io.smartt.realtime.containers;

import java.util.Optional;

/**
 * Images of a fabric's containers.
 *
 * @param own of {@code smartt image build}
 * @param bmv2 of switches that are BMv2; empty: switches run {@code own}
 */
public record FabricImages(String own, Optional<String> bmv2) {
  /** Returns one image that all containers run. */
  public static FabricImages own(String image) {
    return new FabricImages(image, Optional.empty());
  }
}
