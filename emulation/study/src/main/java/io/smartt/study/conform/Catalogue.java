package io.smartt.study.conform;

import module java.base;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.PackedText;

/**
 * The rules for switches that trim, as {@code rules.yaml} has them.
 *
 * @param documents that state them, by a short name
 * @param runs that show them, by name, in their order
 */
public record Catalogue(
    Map<String, Document> documents, SequencedMap<String, Setup> runs, List<Rule> rules) {
  /** Reads the catalogue that is packed with the program. */
  public static Catalogue packed() {
    byte[] rules = PackedText.bytes(Catalogue.class, "rules.yaml");
    return FileErrors.get(() -> new YAMLMapper().readValue(rules, Catalogue.class));
  }

  /** Returns where a rule is stated, as tables have it. */
  public String cited(Rule rule) {
    return sources(rule, (document, place) -> document.title() + ", " + place, "; ");
  }

  /** Returns the addresses of what states a rule. */
  String urls(Rule rule) {
    return sources(rule, (document, _) -> document.url(), " ");
  }

  private String sources(Rule rule, BiFunction<Document, String, String> text, String between) {
    return rule.sources().entrySet().stream()
        .map(source ->
            text.apply(Objects.requireNonNull(documents.get(source.getKey())), source.getValue()))
        .collect(Collectors.joining(between));
  }

  /** A document, in the version that was read. */
  public record Document(String title, String url) {}

  /**
   * A run that shows rules.
   *
   * @param message size of each
   * @param settings that go before the user's
   */
  public record Setup(String message, Map<String, String> settings) {}

  /**
   * A rule.
   *
   * @param name of its case
   * @param says what is to hold; where sources contradict each other, each of the ways that hold
   * @param run that shows it
   * @param sources places, by document
   */
  public record Rule(String name, String says, String run, SequencedMap<String, String> sources) {}
}
