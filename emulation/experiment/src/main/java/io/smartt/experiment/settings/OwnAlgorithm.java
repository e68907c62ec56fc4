package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.own.OwnFiles.OwnSource;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.own.OwnClasses;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.scheme.Schemes;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.SettingsGroup;

/**
 * A congestion control or a load balancer of the user's.
 *
 * @param source its file
 * @param role what it is for
 * @param name by which it is chosen
 * @param settings the groups of settings that it reads
 * @param addition adds it to others
 */
public record OwnAlgorithm(
    OwnSource source,
    AlgorithmRole role,
    String name,
    List<SettingsGroup<?>> settings,
    UnaryOperator<Schemes> addition) {

  /**
   * Loads the algorithm of a file.
   *
   * @throws UserInputException if it has none, or one that cannot be chosen by its name
   */
  public static OwnAlgorithm load(AlgorithmRole role, OwnSource source) {
    OwnClasses classes = source.classes();
    try {
      OwnAlgorithm algorithm =
          switch (role) {
            case SCHEME -> {
              CongestionControl own = classes.description(CongestionControl.class);
              yield new OwnAlgorithm(
                  source, role, own.name(), own.settings(), schemes -> schemes.with(own));
            }
            case LOAD_BALANCER -> {
              LoadBalancer own = classes.description(LoadBalancer.class);
              yield new OwnAlgorithm(
                  source, role, own.name(), own.settings(), schemes -> schemes.with(own));
            }
          };
      requireFit(algorithm);
      return algorithm;
    } catch (IllegalArgumentException e) {
      throw new UserInputException(e);
    }
  }

  private static void requireFit(OwnAlgorithm algorithm) {
    String file = algorithm.source().file();
    String name = algorithm.name();
    Pattern form = Pattern.compile("[a-z][a-z0-9+-]*");
    if (!form.matcher(name).matches()) {
      throw new IllegalArgumentException(
          file + ": is called '" + name + "'; a name is of small letters, digits, - and +");
    }
    if (algorithm.role().names(Schemes.BUILT_IN).contains(name)) {
      throw new IllegalArgumentException(
          file + ": is called '" + name + "', as a built-in one is; give it a name of its own");
    }
    for (SettingsGroup<?> group : algorithm.settings()) {
      if (!form.matcher(group.name()).matches()) {
        throw new IllegalArgumentException(
            "%s: its settings are called '%s'; a name is of small letters, digits, - and +"
                .formatted(file, group.name()));
      }
      try {
        RecordSettings.describe(group.type());
        group.defaults();
      } catch (IllegalArgumentException | IllegalStateException e) {
        throw new IllegalArgumentException(
            file + ": settings '" + group.name() + "': " + e.getMessage(), e);
      }
    }
  }

  /**
   * The user's algorithms of an experiment, each name once.
   *
   * @param all in the order in which they came
   */
  public record OwnAlgorithms(List<OwnAlgorithm> all) {
    public static final OwnAlgorithms NONE = new OwnAlgorithms(List.of());

    /** Copies the list. */
    public OwnAlgorithms {
      all = List.copyOf(all);
    }

    /** These and another, instead of one of its role and name if there is one. */
    OwnAlgorithms with(OwnAlgorithm more) {
      return new OwnAlgorithms(
          Stream.concat(
                  all.stream()
                      .filter(one -> one.role() != more.role() || !one.name().equals(more.name())),
                  Stream.of(more))
              .toList());
    }

    /** These and others, which replace those of their names. */
    OwnAlgorithms and(OwnAlgorithms others) {
      OwnAlgorithms both = this;
      for (OwnAlgorithm other : others.all) {
        both = both.with(other);
      }
      return both;
    }

    /** Returns whether another algorithm has settings of this name that are not the same. */
    boolean isTaken(SettingsGroup<?> group, OwnAlgorithm reader) {
      return all.stream()
          .filter(one -> one.role() != reader.role() || !one.name().equals(reader.name()))
          .flatMap(one -> one.settings().stream())
          .anyMatch(other -> other.name().equals(group.name()) && !other.equals(group));
    }

    /** The built-in algorithms and these. */
    Schemes schemes() {
      Schemes schemes = Schemes.BUILT_IN;
      for (OwnAlgorithm one : all) {
        schemes = one.addition().apply(schemes);
      }
      return schemes;
    }

    /** The files, by role and name. */
    Map<String, OwnSource> sources() {
      return all.stream()
          .collect(Collectors.toMap(one -> one.role() + " " + one.name(), OwnAlgorithm::source));
    }
  }
}
