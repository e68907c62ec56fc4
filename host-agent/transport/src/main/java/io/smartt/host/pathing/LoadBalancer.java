package io.smartt.host.pathing;

import module java.base;

import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.settings.SettingsValues;

/**
 * Description of a load balancer that users choose by name. Command line, profiles, schema and docs
 * follow from it.
 *
 * @param name as users write it
 * @param summary one line for the docs: the publication that it follows, or what it does
 * @param settings groups that it reads
 * @param usesEntropies whether it chooses among {@link Context#entropies()} values
 * @param factory from the settings of a run to the scheme
 */
public record LoadBalancer(
    String name,
    String summary,
    List<SettingsGroup<?>> settings,
    boolean usesEntropies,
    Function<Context, PathScheme> factory) {

  /**
   * The facts that a load balancer may read of the run that it is made for.
   *
   * @param settings values of all settings groups
   * @param entropies number of entropy values to choose among, 1 to 65,536
   */
  public record Context(SettingsValues settings, int entropies) {}

  /** Copies the groups. */
  public LoadBalancer {
    settings = List.copyOf(settings);
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return name;
  }
}
