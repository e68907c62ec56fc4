package io.smartt.experiment.settings;

import module java.base;

import io.smartt.experiment.own.OwnFiles.OwnSource;
import io.smartt.host.scheme.Schemes;
import io.smartt.host.settings.SettingsGroup;

/**
 * The user's algorithms of an experiment, each name once.
 *
 * @param all in the order in which they came
 */
public record OwnAlgorithms(List<OwnAlgorithm> all) {
  /** None. */
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
      schemes = one.addedTo(schemes);
    }
    return schemes;
  }

  /** The files, by role and name. */
  Map<String, OwnSource> sources() {
    return all.stream()
        .collect(Collectors.toMap(one -> one.role() + " " + one.name(), OwnAlgorithm::source));
  }
}
