package io.smartt.emulation.bundle;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run of a bundle.
 *
 * @param name of its folder
 * @param point what the sweep varies, by key; empty of others
 * @param fabric where it ran
 * @param profile as the user wrote it
 * @param overrides of the profile, {@code key=value}
 * @param seed of all randomness
 */
public record BundledRun(
    String name,
    Map<String, String> point,
    String fabric,
    String profile,
    List<String> overrides,
    long seed) {
  /** Copies, in the order of keys. */
  public BundledRun {
    point = new TreeMap<>(point);
    overrides = List.copyOf(overrides);
  }
}
