package io.smartt.study.sweep;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.InputSources;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.sweep.Sweep.VariedValues;

/**
 * A sweep as a command line asks for it: what the options say wins over the file.
 *
 * @param file a sweep's file
 * @param profile where to run; by default the file's, otherwise {@code virtual}
 * @param settings of every run, {@code key=value}
 * @param varied settings and their values, {@code key=values}; the last varies fastest
 */
public record SweepRequest(
    Optional<Path> file, Optional<String> profile, List<String> settings, List<String> varied) {
  private static final String SET = "--set";
  private static final String VARY = "--vary";

  /** Copies the lists. */
  public SweepRequest {
    settings = List.copyOf(settings);
    varied = List.copyOf(varied);
  }

  /** Returns the sweep; refuses a setting that is given twice or unknown. */
  public Sweep sweep(SettingsCatalog catalog) {
    Sweep base =
        file.map(path -> Sweep.parse(catalog, path.toString(), InputSources.read("sweep", path)))
            .orElseGet(() -> new Sweep(catalog, "virtual", Map.of(), Map.of()));
    if (profile.isPresent()) {
      base = new Sweep(catalog, profile.get(), base.settings(), base.varied());
    }
    Map<String, String> set = new LinkedHashMap<>();
    for (String text : settings) {
      String earlier = set.put(key(SET, text), value(text));
      if (earlier != null && !earlier.equals(value(text))) {
        throw new UserInputException(
            SET
                + ": %s is given twice, as %s and as %s"
                    .formatted(key(SET, text), earlier, value(text)));
      }
    }
    Map<String, List<String>> vary = new LinkedHashMap<>();
    for (String text : varied) {
      String key = key(VARY, text);
      try {
        if (vary.put(key, VariedValues.parse(value(text))) != null) {
          throw new UserInputException(key + " is varied twice");
        }
        if (set.containsKey(key)) {
          throw new UserInputException(
              key + " is set to " + set.get(key) + ", too: do one of both");
        }
      } catch (UserInputException e) {
        throw e.at(VARY + " " + text);
      }
    }
    SettingsCatalog known = Sweep.knowing(base.catalog(), set, vary);
    for (String text : varied) {
      var _ = UserInputException.at(VARY + " " + text, () -> known.named(key(VARY, text)));
    }
    return base.with(set, vary);
  }

  /**
   * Returns the key of an assignment.
   *
   * @throws UserInputException naming the option if there is none
   */
  public static String key(String option, String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw new UserInputException(
          "%s %s: write %s"
              .formatted(
                  option,
                  text,
                  option.equals(SET) ? "key=value" : "key=values, such as seed=1..5"));
    }
    return text.substring(0, equals).strip();
  }

  /** Returns the value of an assignment. */
  public static String value(String text) {
    return text.substring(text.indexOf('=') + 1).strip();
  }
}
