package io.smartt.experiment.settings;

import module java.base;

import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.scheme.Schemes;

/**
 * Settings {@code scheme.h1} and {@code scheme.h1..h8}: a congestion control of some hosts, which
 * holds for the flows that they send. All other hosts have {@code scheme}. Keys with {@code to-},
 * {@code size-} or {@code job-} are of groups of flows.
 */
public final class SchemesOfHosts {
  /** The beginning of the keys. */
  public static final String PREFIX = SettingKeys.SCHEME.name() + ".";

  /** The meaning of the keys, for people. */
  static final String MEANING =
      "Congestion control of the flows that a host sends, or hosts h1..h8; others have 'scheme'."
          + " Or of a group of flows: to-h1..h8, size-0..64KiB, job-NAME, with / between those"
          + " that hold together.";

  private static final Pattern OF_GROUP = Pattern.compile("(^|.*/)(to|size|job)-.*");

  private SchemesOfHosts() {}

  /** Returns whether a key is one of these. */
  static boolean claims(String name) {
    return name.startsWith(PREFIX) && name.length() > PREFIX.length();
  }

  /** The key of a name, if it is one of these. */
  static Optional<SettingKey<?>> key(String name, Schemes schemes) {
    return claims(name)
        ? Optional.of(AlgorithmRole.SCHEME.choice(schemes, name, MEANING))
        : Optional.empty();
  }

  /** The congestion controls by the hosts that a key names: {@code h1}, {@code h1..h8}. */
  public static Map<String, CongestionControl> of(Settings settings) {
    return where(settings, OF_GROUP.asMatchPredicate().negate());
  }

  /** The congestion controls by the groups of flows that a key names: {@code size-0..64KiB}. */
  public static Map<String, CongestionControl> ofGroups(Settings settings) {
    return where(settings, OF_GROUP.asMatchPredicate());
  }

  private static Map<String, CongestionControl> where(Settings settings, Predicate<String> wanted) {
    Map<String, CongestionControl> byPlace = new LinkedHashMap<>();
    settings
        .below(PREFIX)
        .forEach((key, name) ->
            byPlace.put(
                key.substring(PREFIX.length()),
                settings.catalog().schemes().congestionControl(name).orElseThrow()));
    byPlace.keySet().removeIf(wanted.negate());
    return byPlace;
  }

  /** Every key of these that is set. */
  public static Set<String> keys(Settings settings) {
    return settings.below(PREFIX).keySet();
  }

  /** Every congestion control of an experiment, that of most hosts first. */
  public static Stream<CongestionControl> all(Settings settings) {
    return Stream.concat(
        Stream.of(settings.scheme()), where(settings, _ -> true).values().stream());
  }
}
