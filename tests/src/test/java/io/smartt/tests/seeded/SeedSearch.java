package io.smartt.tests.seeded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.SettingsCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs experiments, checks the laws that apply to them, and shrinks what breaks one. */
final class SeedSearch {
  private static final Set<String> OF_THE_FILE =
      Set.of("name", "profile", "capture", "topology", "workload", "program");

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
              .build());

  private final Path folder;
  private final Trial.Runners runners = new Trial.Runners();
  private final ExperimentSource source = new ExperimentSource(runners.on(1));
  private final AtomicInteger places = new AtomicInteger();
  private final Map<String, Integer> counts = new TreeMap<>();

  /** A law that an experiment breaks. */
  record Breach(Law law, Throwable how) {}

  /**
   * @param folder for run folders, which do not stay
   */
  SeedSearch(Path folder) {
    this.folder = folder;
  }

  /** Returns how often each law applied, and how many experiments were refused or cut short. */
  Map<String, Integer> counts() {
    return counts;
  }

  SettingsCatalog catalog() {
    return source.catalog();
  }

  /** Returns the experiment of a seed; empty where what it draws is refused at once. */
  Optional<ExperimentSpec> experiment(long seed) {
    try {
      return Optional.of(source.of(seed));
    } catch (UserInputException e) {
      return Optional.empty();
    }
  }

  /**
   * Runs the experiment of a seed.
   *
   * @throws AssertionError if it breaks a law, with the experiment in its simplest form
   */
  void check(long seed) {
    Optional<ExperimentSpec> spec = experiment(seed);
    if (spec.isEmpty()) {
      count("(refused as settings)");
      return;
    }
    breach(spec.get(), seed)
        .ifPresent(breach -> {
          throw new AssertionError(story(spec.get(), seed, breach), breach.how());
        });
  }

  /** Returns the first law that an experiment breaks, of those that are checked for a seed. */
  Optional<Breach> breach(ExperimentSpec spec, long seed) {
    return breach(
        spec, Law.ALL.stream().filter(law -> Math.floorMod(seed, law.oneIn()) == 0).toList());
  }

  /** Returns the first of some laws that an experiment breaks. */
  Optional<Breach> breach(ExperimentSpec spec, List<Law> laws) {
    Law law = Law.ENDS;
    try (Trial trial =
        new Trial(spec, folder.resolve("trial" + places.incrementAndGet()), runners)) {
      switch (trial.ending()) {
        case Trial.Ending.Refused(String message) -> {
          if (message.isBlank() || message.contains("Exception")) {
            throw new AssertionError("refused with '" + message + "'");
          }
          count("(refused)");
        }
        case Trial.Ending.Cut() -> count("(cut short)");
        case Trial.Ending.Done done -> {
          count(done.completed() ? "(completed)" : "(failed)");
          for (Law next : laws) {
            law = next;
            if (next.check().check(trial)) {
              count(next.name());
            }
          }
        }
      }
      return Optional.empty();
    } catch (Exception | AssertionError e) {
      return Optional.of(new Breach(law, e));
    }
  }

  private synchronized void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  String story(ExperimentSpec spec, long seed, Breach breach) {
    List<Law> laws = breach.law().equals(Law.ENDS) ? List.of() : List.of(breach.law());
    ExperimentSpec least =
        new Shrinker(
                tried -> breach(tried, laws).filter(other -> isSame(breach, other)).isPresent())
            .simplest(spec);
    String how = breach(least, laws).map(again -> String.valueOf(again.how())).orElse("");
    return """
    seed %d breaks the law "%s"
    %s
    again with -Dsmartt.seed=%d -Dsmartt.seeds=1; as a file in src/test/resources/seeded:

    # %s
    %s\
    """
        .formatted(seed, breach.law().name(), how, seed, breach.law().name(), yaml(least));
  }

  /** Another exception is another fault. */
  private static boolean isSame(Breach one, Breach other) {
    return one.law().equals(other.law()) && one.how().getClass().equals(other.how().getClass());
  }

  /** An experiment as a file, without the settings that have their default. */
  String yaml(ExperimentSpec spec) {
    try {
      JsonNode whole = YAML.readTree(ExperimentFile.format(spec));
      prune("", (ObjectNode) whole);
      return YAML.writeValueAsString(whole);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private void prune(String prefix, ObjectNode node) {
    List<String> usual = new ArrayList<>();
    node.properties()
        .forEach(entry -> {
          String key = prefix + entry.getKey();
          if (prefix.isEmpty() && OF_THE_FILE.contains(key)) {
            return;
          }
          if (entry.getValue() instanceof ObjectNode below) {
            prune(key + ".", below);
            if (below.isEmpty()) {
              usual.add(entry.getKey());
            }
          } else if (!catalog().has(key)
              || catalog().named(key).isDefault(entry.getValue().asText())) {
            usual.add(entry.getKey());
          }
        });
    node.remove(usual);
  }
}
