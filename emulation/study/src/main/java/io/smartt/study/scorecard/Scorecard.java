package io.smartt.study.scorecard;

import module java.base;

import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.host.own.OwnApi;

/**
 * The findings of a check of an algorithm.
 *
 * @param role what it is for
 * @param file that was checked
 * @param verdict in a word
 * @param message why, unless it passed
 * @param scheme its name; empty if it has none
 * @param properties in the order in which they were tried
 * @param cost of an acknowledgement; empty if it was not measured
 * @param scores by scenario, the candidate first in each
 */
public record Scorecard(
    AlgorithmRole role,
    String file,
    Verdict verdict,
    Optional<String> message,
    Optional<String> scheme,
    List<Scorecard.Property> properties,
    Optional<AckCost> cost,
    List<Score> scores) {
  /** The ways in which a check ends. */
  public enum Verdict {
    /** Every property held and every scenario completed. */
    PASSED("passed"),
    /** A property did not hold, or a scenario did not complete. */
    FAILED("failed"),
    /** The file does not compile, or has no such algorithm. */
    REFUSED("refused"),
    /** The check took longer than it may. */
    TIMEOUT("timeout"),
    /** The process of the check ended early. */
    CRASHED("crashed");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }

    /** Returns the word of the JSON. */
    public String word() {
      return word;
    }
  }

  /** Copies the lists. */
  public Scorecard {
    properties = List.copyOf(properties);
    scores = List.copyOf(scores);
  }

  /** A check that ended before there was anything to score. */
  public static Scorecard without(AlgorithmRole role, String file, Verdict verdict, String why) {
    return new Scorecard(
        role,
        file,
        verdict,
        Optional.of(why),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of());
  }

  static Scorecard of(
      AlgorithmRole role,
      String file,
      String scheme,
      List<Property> properties,
      Optional<AckCost> cost,
      List<Score> scores) {
    Optional<String> wrong =
        Stream.concat(
                properties.stream()
                    .filter(property -> !property.held())
                    .map(property -> property.name() + ": " + property.detail()),
                scores.stream()
                    .filter(score -> score.scheme().equals(scheme) && !score.completed())
                    .map(score -> score.scenario() + ": " + score.message().orElse("unfinished")))
            .findFirst();
    return new Scorecard(
        role,
        file,
        wrong.isEmpty() ? Verdict.PASSED : Verdict.FAILED,
        wrong,
        Optional.of(scheme),
        properties,
        cost,
        scores);
  }

  /** Returns the keys and values of the JSON, as docs/extend/own-algorithm.md describes them. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("api", OwnApi.VERSION);
    json.put("role", role.key().name());
    json.put("file", file);
    json.put("verdict", verdict.word());
    json.put("message", message);
    json.put("scheme", scheme);
    json.put("properties", properties.stream().map(Property::json).toList());
    json.put("ack", cost.map(AckCost::json));
    json.put("scores", scores.stream().map(Score::json).toList());
    return json;
  }

  /**
   * Something that must hold of every controller.
   *
   * @param name for users
   * @param held whether it did
   * @param detail what was tried, or what went wrong
   */
  public record Property(String name, boolean held, String detail) {
    Map<String, Object> json() {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("name", name);
      json.put("held", held);
      json.put("detail", detail);
      return json;
    }
  }
}
