package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.scheme.Schemes;

/** The role of an algorithm, and so the setting that names it. */
public enum AlgorithmRole {
  /** Congestion control. */
  SCHEME {
    @Override
    public SettingKey<String> key() {
      return SettingKeys.SCHEME;
    }

    @Override
    public List<String> names(Schemes schemes) {
      return schemes.congestionControls().stream().map(CongestionControl::name).toList();
    }
  },

  /** Path selection. */
  LOAD_BALANCER {
    @Override
    public SettingKey<String> key() {
      return SettingKeys.LOAD_BALANCER;
    }

    @Override
    public List<String> names(Schemes schemes) {
      return schemes.loadBalancers().stream().map(LoadBalancer::name).toList();
    }
  };

  public abstract SettingKey<String> key();

  /** Returns the names that there are. */
  public abstract List<String> names(Schemes schemes);

  /** A name that is near none may be of an algorithm that is not there yet. */
  private UserInputException unknown(String text, List<String> names) {
    UserInputException unknown = Choice.unknown(text, names);
    return NearNames.of(text, names).isEmpty()
        ? new UserInputException(
            "%s; one of your own is a file, which 'smartt scheme new NAME%s' begins"
                .formatted(unknown.getMessage(), this == LOAD_BALANCER ? " --balancer" : ""))
        : unknown;
  }

  /** Returns the role that a setting names the algorithm of. */
  public static Optional<AlgorithmRole> of(String key) {
    if (SchemesOfHosts.claims(key)) {
      return Optional.of(SCHEME);
    }
    return Stream.of(values()).filter(role -> role.key().name().equals(key)).findFirst();
  }

  /**
   * Some settings in another order: those first that name algorithms, for these bring settings.
   *
   * @param key of one
   */
  public static <T> List<T> first(List<T> settings, Function<T, String> key) {
    return settings.stream()
        .sorted(Comparator.comparing(one -> of(key.apply(one)).isEmpty()))
        .toList();
  }

  /** A setting that takes these names and those of files and classes. */
  SettingKey<String> choice(Schemes schemes, String name, String meaning) {
    List<String> names = names(schemes);
    return new SettingKey<>(
        name,
        new SettingKey.Kind.WordsOrOwn(names),
        key().defaultText(),
        meaning,
        text -> {
          if (!names.contains(text)) {
            throw unknown(text, names);
          }
          return text;
        });
  }
}
