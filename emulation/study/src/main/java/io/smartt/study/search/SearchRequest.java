package io.smartt.study.search;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.experiment.settings.Choice;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.experiment.settings.YamlEntries;
import io.smartt.experiment.settings.YamlEntries.YamlEntry;
import io.smartt.study.search.Search.Domain;
import io.smartt.study.sweep.Sweep.VariedValues;

/**
 * A search as users write it, in a file or on the command line: texts with their places, which are
 * read when all are there.
 */
public final class SearchRequest {
  /** Section of a file, and the word of its keys: {@code search.minimise}. */
  public static final String SEARCH = "search";

  /** Section with what candidates differ in. */
  public static final String VARY = "vary";

  /** Section with what candidates are tried on. */
  public static final String OVER = "over";

  /** Key of a search: a measure of which less is better. */
  public static final String MINIMISE = "minimise";

  /** Key of a search: a measure of which more is better. */
  public static final String MAXIMISE = "maximise";

  /** Key of a search: its method. */
  public static final String BY = "by";

  /** Key of a search: how many candidates are drawn. */
  public static final String CANDIDATES = "candidates";

  /** Key of a search: one candidate in so many goes on. */
  public static final String ETA = "eta";

  /** Key of a search: seed of its draws. */
  public static final String SEED = "seed";

  /** Key of a search: longest time of a run. */
  public static final String LIMIT = "limit";

  private static final List<String> KEYS =
      List.of(MINIMISE, MAXIMISE, BY, CANDIDATES, ETA, SEED, LIMIT);

  private static final long PS_PER_NS = 1_000;

  private final Map<String, Placed> settings = new LinkedHashMap<>();
  private final Map<String, Placed> varied = new LinkedHashMap<>();
  private final Map<String, Placed> over = new LinkedHashMap<>();
  private final Map<String, Placed> plan = new LinkedHashMap<>();
  private final Set<String> ofFile = new HashSet<>();
  private Placed profile = new Placed(List.of("virtual"), "--profile");

  /** The place of what stands nowhere; empty without a file. */
  private String wholeFile = "";

  /**
   * Some texts and where they stand.
   *
   * @param items one, or the items of a list
   * @param place file, line and column, or the option
   */
  private record Placed(List<String> items, String place) {
    String text() {
      return items.getFirst();
    }

    <T> T read(Function<String, T> reader) {
      return UserInputException.at(place, () -> reader.apply(text()));
    }
  }

  /** Returns whether a sweep's file is a search. */
  public static boolean isOne(String file, String text) {
    return YamlEntries.parse(file, text).stream()
        .anyMatch(entry -> entry.key().startsWith(SEARCH + "."));
  }

  /** Adds what a file says. */
  public void addFile(String file, String text) {
    wholeFile = file;
    Map<String, List<YamlEntry>> byKey = new LinkedHashMap<>();
    for (YamlEntry entry : YamlEntries.parse(file, text)) {
      byKey.computeIfAbsent(entry.key(), _ -> new ArrayList<>()).add(entry);
    }
    byKey.forEach((key, entries) -> {
      String place = entries.getFirst().place();
      int dot = key.indexOf('.');
      String section = dot < 0 ? "" : key.substring(0, dot);
      String below = key.substring(dot + 1);
      List<String> items = entries.stream().map(YamlEntry::text).toList();
      switch (section) {
        case VARY, OVER -> values(section, below, items, place);
        case SEARCH -> plan(below, items.getFirst(), place);
        default -> {
          if (key.equals("profile")) {
            profile(items.getFirst(), place);
          } else {
            setting(key, items.getFirst(), place);
          }
        }
      }
    });
    List.of(settings, varied, over).forEach(section -> ofFile.addAll(section.keySet()));
  }

  /** Says which profile. */
  public void profile(String text, String place) {
    profile = new Placed(List.of(text), place);
  }

  /** The command line wins over the file; of two of its own options neither does. */
  private void replace(String key) {
    if (ofFile.remove(key)) {
      settings.remove(key);
      varied.remove(key);
      over.remove(key);
    }
  }

  /** Says what a setting is in all runs. */
  public void setting(String key, String text, String place) {
    replace(key);
    settings.put(key, new Placed(List.of(text), place));
  }

  /** Says the values of a setting, in section {@link #VARY} or {@link #OVER}. */
  public void values(String section, String key, List<String> items, String place) {
    replace(key);
    (section.equals(VARY) ? varied : over).put(key, new Placed(items, place));
  }

  /**
   * Says something of how to search.
   *
   * @throws UserInputException if there is no such key
   */
  public void plan(String key, String text, String place) {
    if (!KEYS.contains(key)) {
      throw new UserInputException("unknown key '" + key + "', " + NearNames.hint(key, KEYS))
          .at(place);
    }
    if (key.equals(MINIMISE)) {
      plan.remove(MAXIMISE);
    } else if (key.equals(MAXIMISE)) {
      plan.remove(MINIMISE);
    }
    plan.put(key, new Placed(List.of(text), place));
  }

  /**
   * Returns the search.
   *
   * @param base settings there are; the user's algorithms bring more
   * @throws UserInputException naming the place of what is wrong
   */
  public Search build(SettingsCatalog base) {
    SettingsCatalog catalog = base;
    for (Map<String, Placed> section : List.of(settings, varied, over)) {
      for (Map.Entry<String, Placed> entry : section.entrySet()) {
        if (AlgorithmRole.of(entry.getKey()).isPresent()) {
          catalog = known(catalog, entry.getKey(), entry.getValue());
        }
      }
    }
    Map<String, String> fixed = new LinkedHashMap<>();
    for (Map.Entry<String, Placed> entry : settings.entrySet()) {
      requireValues(catalog, entry.getKey(), entry.getValue(), entry.getValue().items());
      fixed.put(entry.getKey(), entry.getValue().text());
    }
    Map<String, Domain> domains = new LinkedHashMap<>();
    for (Map.Entry<String, Placed> entry : varied.entrySet()) {
      Domain domain =
          UserInputException.at(
              entry.getValue().place(), () -> Domain.of(entry.getValue().items()));
      requireValues(catalog, entry.getKey(), entry.getValue(), domain.examples());
      domains.put(entry.getKey(), domain);
    }
    Map<String, List<String>> tasks = new LinkedHashMap<>();
    for (Map.Entry<String, Placed> entry : over.entrySet()) {
      List<String> values =
          UserInputException.at(
              entry.getValue().place(), () -> VariedValues.ofItems(entry.getValue().items()));
      requireValues(catalog, entry.getKey(), entry.getValue(), values);
      tasks.put(entry.getKey(), values);
    }
    SettingsCatalog known = catalog;
    SearchPlan how = plan();
    return inFile(() -> new Search(known, profile.text(), fixed, domains, tasks, how));
  }

  private static SettingsCatalog known(SettingsCatalog base, String key, Placed placed) {
    SettingsCatalog catalog = base;
    for (String item : placed.items()) {
      SettingsCatalog before = catalog;
      catalog = UserInputException.at(placed.place(), () -> before.knowing(key, item));
    }
    return catalog;
  }

  private static void requireValues(
      SettingsCatalog catalog, String key, Placed placed, List<String> values) {
    UserInputException.at(
        placed.place(), () -> values.forEach(value -> catalog.defaults().with(key, value)));
  }

  private <T> T inFile(Supplier<T> step) {
    return wholeFile.isEmpty() ? step.get() : UserInputException.at(wholeFile, step);
  }

  private SearchPlan plan() {
    Placed objective = inFile(this::objective);
    var aim = objective.read(text -> new SearchPlan.Objective(text, plan.containsKey(MINIMISE)));
    var method =
        read(
            BY,
            SearchPlan.SearchMethod.RANDOM,
            text -> Choice.parse(SearchPlan.SearchMethod.class, text));
    int candidates = read(CANDIDATES, SearchPlan.CANDIDATES, Quantities::whole);
    int eta = read(ETA, SearchPlan.ETA, Quantities::whole);
    int seed = read(SEED, 1, Quantities::whole);
    Duration limit =
        read(
            LIMIT,
            SearchPlan.LIMIT,
            text -> Duration.ofNanos(Quantities.picoseconds(text) / PS_PER_NS));
    return inFile(() -> new SearchPlan(aim, method, candidates, eta, seed, limit));
  }

  private Placed objective() {
    return Optional.ofNullable(plan.get(plan.containsKey(MINIMISE) ? MINIMISE : MAXIMISE))
        .orElseThrow(() ->
            new UserInputException(
                "a search has an objective: search.minimise or search.maximise (--minimise,"
                    + " --maximise), such as minimise: fctUs.p99"));
  }

  private <T> T read(String key, T otherwise, Function<String, T> reader) {
    Placed placed = plan.get(key);
    return placed == null ? otherwise : placed.read(reader);
  }
}
