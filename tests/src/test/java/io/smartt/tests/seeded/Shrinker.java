package io.smartt.tests.seeded;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes an experiment that breaks a law simpler for as long as it still does. */
final class Shrinker {
  private static final int MOST_TRIES = 200;

  private static final List<String> SIMPLE_NETWORKS =
      List.of(
          "single,2",
          "single,3",
          "single,4",
          "leafspine,2,1,1",
          "leafspine,2,2,1",
          "leafspine,2,2,2");

  private static final List<String> SIMPLE_WORKLOADS =
      List.of("incast:1x1KiB", "incast:1x64KiB", "incast:2x64KiB", "permutation:64KiB");

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final Predicate<ExperimentSpec> breaks;
  private int tries;

  /**
   * @param breaks whether an experiment breaks the law
   */
  Shrinker(Predicate<ExperimentSpec> breaks) {
    this.breaks = breaks;
  }

  /** Returns the simplest that was found. */
  ExperimentSpec simplest(ExperimentSpec broken) {
    ExperimentSpec best = broken;
    Optional<ExperimentSpec> simpler = Optional.of(broken);
    while (simpler.isPresent()) {
      best = simpler.get();
      simpler = simpler(best);
    }
    return best;
  }

  private Optional<ExperimentSpec> simpler(ExperimentSpec spec) {
    for (UnaryOperator<ExperimentSpec> change : changes(spec)) {
      if (tries >= MOST_TRIES) {
        return Optional.empty();
      }
      try {
        ExperimentSpec changed = change.apply(spec);
        if (!changed.equals(spec)) {
          tries++;
          if (breaks.test(changed)) {
            return Optional.of(changed);
          }
        }
      } catch (UserInputException e) {
        // Not an experiment any more.
      }
    }
    return Optional.empty();
  }

  private static List<UnaryOperator<ExperimentSpec>> changes(ExperimentSpec spec) {
    List<UnaryOperator<ExperimentSpec>> changes = new ArrayList<>();
    String name = spec.workload().name();
    if (!SIMPLE_WORKLOADS.contains(name)) {
      for (String simple : SIMPLE_WORKLOADS) {
        changes.add(one -> one.withWorkload(new InputSource.Named(simple)));
      }
    }
    int rank = SIMPLE_NETWORKS.indexOf(spec.topology().name());
    for (String simple : SIMPLE_NETWORKS.subList(0, rank < 0 ? SIMPLE_NETWORKS.size() : rank)) {
      changes.add(one -> one.withTopology(new InputSource.Named(simple)));
    }
    for (String key : new TreeSet<>(spec.settings().changedKeys())) {
      changes.add(one -> one.withSettings(one.settings().without(Set.of(key))));
    }
    fewer(spec.settings().text(SettingKeys.LINK_FAILURES), ",")
        .forEach(text ->
            changes.add(one ->
                one.withSettings(with(one.settings(), SettingKeys.LINK_FAILURES.name(), text))));
    switch (spec.workload()) {
      case InputSource.FileText(String file, String text) when file.endsWith(".cm") -> {
        fewerFlows(text)
            .forEach(
                less -> changes.add(one -> one.withWorkload(new InputSource.FileText(file, less))));
        smaller(text, " size ")
            .forEach(
                less -> changes.add(one -> one.withWorkload(new InputSource.FileText(file, less))));
      }
      case InputSource.Named(String text) ->
          smaller(text, "")
              .forEach(less -> changes.add(one -> one.withWorkload(new InputSource.Named(less))));
      case InputSource.Files(String jobs, Map<String, String> texts) ->
          fewerMessages(texts.values().iterator().next())
              .forEach(less ->
                  changes.add(one ->
                      one.withWorkload(
                          new InputSource.Files(
                              jobs, Map.of(texts.keySet().iterator().next(), less)))));
      default -> {}
    }
    switch (spec.topology()) {
      case InputSource.FileText(String file, String text) ->
          fewer(text, "\n")
              .forEach(less ->
                  changes.add(one -> one.withTopology(new InputSource.FileText(file, less))));
      case InputSource.Named(String text) ->
          smaller(text, "")
              .forEach(less -> changes.add(one -> one.withTopology(new InputSource.Named(less))));
      default -> {}
    }
    return changes;
  }

  private static Settings with(Settings settings, String key, String text) {
    return settings.with(key, text);
  }

  /** The text without each of its parts. */
  private static List<String> fewer(String text, String between) {
    List<String> parts = List.of(text.split(Pattern.quote(between)));
    List<String> texts = new ArrayList<>();
    for (int left = 0; left < parts.size() && parts.size() > 1; left++) {
      List<String> others = new ArrayList<>(parts);
      others.remove(left);
      texts.add(String.join(between, others));
    }
    return texts;
  }

  /** A connection matrix without each of its flows; first without the half of them. */
  private static List<String> fewerFlows(String text) {
    List<String> lines = text.lines().toList();
    List<String> flows = lines.stream().filter(line -> line.contains("->")).toList();
    List<String> texts = new ArrayList<>();
    int half = flows.size() / 2;
    if (half > 1) {
      texts.add(without(lines, flows.subList(0, half)));
      texts.add(without(lines, flows.subList(half, flows.size())));
    }
    if (flows.size() > 1) {
      flows.forEach(flow -> texts.add(without(lines, List.of(flow))));
    }
    return texts;
  }

  /** A drawn schedule without each of its messages, and without what waits for that. */
  private static List<String> fewerMessages(String text) {
    List<String> messages =
        Pattern.compile(" tag (\\d+)")
            .matcher(text)
            .results()
            .map(m -> m.group(1))
            .distinct()
            .toList();
    return messages.stream()
        .map(message -> {
          Pattern its = Pattern.compile("\\b[src]" + message + "\\b");
          return text.lines()
              .filter(line -> !its.matcher(line).find())
              .collect(Collectors.joining("\n", "", "\n"));
        })
        .toList();
  }

  private static String without(List<String> lines, List<String> flows) {
    List<String> left = lines.stream().filter(line -> !flows.contains(line)).toList();
    long count = left.stream().filter(line -> line.contains("->")).count();
    return left.stream()
        .map(line -> line.startsWith("Connections") ? "Connections " + count : line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** The text with each number behind a word halved. */
  private static List<String> smaller(String text, String behind) {
    List<String> texts = new ArrayList<>();
    Matcher numbers = NUMBER.matcher(text);
    while (numbers.find()) {
      long value = Long.parseLong(numbers.group());
      if (value > 1 && text.substring(0, numbers.start()).endsWith(behind)) {
        texts.add(text.substring(0, numbers.start()) + value / 2 + text.substring(numbers.end()));
        texts.add(text.substring(0, numbers.start()) + (value - 1) + text.substring(numbers.end()));
      }
    }
    return texts;
  }
}
