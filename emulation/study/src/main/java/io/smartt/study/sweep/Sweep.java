package io.smartt.study.sweep;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.experiment.settings.YamlEntries;
import io.smartt.experiment.settings.YamlEntries.YamlEntry;

/**
 * The runs of a sweep: every combination of the varied values.
 *
 * @param catalog settings there are
 * @param profile that the settings come from: a name or the path of a file
 * @param settings that are the same in every run, by key
 * @param varied values of each varied setting, by key, in order; the last varies fastest
 */
public record Sweep(
    SettingsCatalog catalog,
    String profile,
    Map<String, String> settings,
    Map<String, List<String>> varied) {
  private static final int MOST_RUNS = 1_000_000;
  private static final String VARY = "vary.";
  private static final String PROFILE = "profile";

  /** Refuses what cannot be a sweep. */
  public Sweep {
    settings = new LinkedHashMap<>(settings);
    varied = new LinkedHashMap<>(varied);
    catalog = knowing(catalog, settings, varied);
    requireFewEnough(varied);
    for (Map.Entry<String, List<String>> setting : varied.entrySet()) {
      if (settings.containsKey(setting.getKey())) {
        throw new UserInputException(setting.getKey() + ": is both set and varied");
      }
      for (String value : setting.getValue()) {
        catalog.defaults().with(setting.getKey(), value);
      }
    }
  }

  /** A catalog with the user's algorithms that some settings name. */
  public static SettingsCatalog knowing(
      SettingsCatalog catalog, Map<String, String> settings, Map<String, List<String>> varied) {
    SettingsCatalog more = catalog;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      more = more.knowing(setting.getKey(), setting.getValue());
    }
    for (Map.Entry<String, List<String>> setting : varied.entrySet()) {
      for (String value : setting.getValue()) {
        more = more.knowing(setting.getKey(), value);
      }
    }
    return more;
  }

  /** Every combination of some settings' values; the last setting varies fastest. */
  public static List<Map<String, String>> combinations(Map<String, List<String>> values) {
    requireFewEnough(values);
    List<Map<String, String>> points = List.of(Map.of());
    for (Map.Entry<String, List<String>> setting : values.entrySet()) {
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> point : points) {
        for (String value : setting.getValue()) {
          Map<String, String> next = new LinkedHashMap<>(point);
          next.put(setting.getKey(), value);
          more.add(next);
        }
      }
      points = more;
    }
    return points;
  }

  private static void requireFewEnough(Map<String, List<String>> values) {
    long runs = 1;
    for (List<String> one : values.values()) {
      runs *= one.size();
      if (runs > MOST_RUNS) {
        throw new UserInputException("more than " + MOST_RUNS + " runs");
      }
    }
  }

  /** This with more settings and varied values; where both name a setting, the other's hold. */
  public Sweep with(Map<String, String> moreSettings, Map<String, List<String>> moreVaried) {
    Map<String, String> allSettings = new LinkedHashMap<>(settings);
    Map<String, List<String>> allVaried = new LinkedHashMap<>(varied);
    moreSettings.forEach((key, value) -> {
      allVaried.remove(key);
      allSettings.put(key, value);
    });
    moreVaried.forEach((key, values) -> {
      allSettings.remove(key);
      allVaried.put(key, values);
    });
    return new Sweep(catalog, profile, allSettings, allVaried);
  }

  /**
   * The sweep of a YAML file: {@code profile}, {@code vary} with a list of values for each setting,
   * and settings as a profile has them.
   */
  public static Sweep parse(SettingsCatalog base, String file, String text) {
    List<YamlEntry> entries = YamlEntries.parse(file, text);
    SettingsCatalog catalog = entries.stream().reduce(base, Sweep::knowing, (_, later) -> later);
    Map<String, String> settings = new LinkedHashMap<>();
    Map<String, List<String>> varied = new LinkedHashMap<>();
    Map<String, YamlEntry> places = new LinkedHashMap<>();
    for (YamlEntry entry : entries) {
      UserInputException.at(
          entry.place(),
          () -> {
            if (entry.key().startsWith(VARY)) {
              String key = entry.key().substring(VARY.length());
              catalog.named(key);
              places.putIfAbsent(key, entry);
              varied.computeIfAbsent(key, _ -> new ArrayList<>()).add(entry.text());
            } else {
              settings.put(entry.key(), entry.text());
              if (!entry.key().equals(PROFILE)) {
                catalog.defaults().with(entry.key(), entry.text());
              }
            }
          });
    }
    places.forEach((key, entry) ->
        UserInputException.at(
            entry.place(),
            () -> {
              List<String> values = VariedValues.ofItems(varied.getOrDefault(key, List.of()));
              values.forEach(value -> catalog.defaults().with(key, value));
              varied.put(key, values);
            }));
    String profile = Objects.requireNonNullElse(settings.remove(PROFILE), "virtual");
    return UserInputException.at(file, () -> new Sweep(catalog, profile, settings, varied));
  }

  private static SettingsCatalog knowing(SettingsCatalog catalog, YamlEntry entry) {
    return UserInputException.at(
        entry.place(),
        () -> catalog.knowing(entry.key().replaceFirst("^" + VARY, ""), entry.text()));
  }

  /**
   * The values that a setting takes in a sweep: {@code smartt,swift}, a {@link ValueRange} that
   * lists values, or with semicolons between values that have commas, {@code
   * leafspine,4,4,4;fattree,4}.
   */
  public static final class VariedValues {
    private VariedValues() {}

    /** The values of a text, at least one, each once. */
    public static List<String> parse(String text) {
      return ofItems(items(text));
    }

    /** The parts of a text, each a value or a range. */
    public static List<String> items(String text) {
      return Stream.of(text.split(text.contains(";") ? ";" : ",", -1)).map(String::strip).toList();
    }

    /** The values of a list in a file: each item a value or a range. */
    public static List<String> ofItems(List<String> items) {
      List<String> values = new ArrayList<>();
      items.forEach(item -> add(values, item.strip()));
      return distinct(values);
    }

    private static void add(List<String> values, String part) {
      if (part.isEmpty()) {
        throw new UserInputException("a value is empty");
      }
      ValueRange.of(part)
          .ifPresentOrElse(range -> values.addAll(range.listed()), () -> values.add(part));
    }

    private static List<String> distinct(List<String> values) {
      HashSet<String> seen = new HashSet<>();
      for (String value : values) {
        if (!seen.add(value)) {
          throw new UserInputException("value '" + value + "' appears twice");
        }
      }
      return values;
    }
  }
}
