package io.smartt.study.scorecard;

import module java.base;

import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.host.own.OwnApi;
import io.smartt.study.plot.FigureWriter;
import io.smartt.study.plot.Panel;

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
    PASSED,
    /** A property did not hold, or a scenario did not complete. */
    FAILED,
    /** The file does not compile, or has no such algorithm. */
    REFUSED,
    /** The check took longer than it may. */
    TIMEOUT,
    /** The process of the check ended early. */
    CRASHED;

    /** Returns the word of the JSON. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
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

  /**
   * A check in a process of its own, which can be ended and cannot take more memory than it may.
   */
  public static final class CandidateProcess {
    private CandidateProcess() {}

    /**
     * The end of a process.
     *
     * @param status exit status; empty if it was ended because its time was over
     * @param errors the end of what it said on standard error
     */
    public record Ending(Optional<Integer> status, String errors) {}

    /**
     * Runs a check to its end.
     *
     * @param memory largest heap, as {@code -Xmx} takes it
     * @param time that it may take
     * @param arguments of the command line
     * @param scratch folder for what it says
     * @param progress whether what it says on standard error goes to this process's
     */
    public static Ending run(
        String memory, Duration time, List<String> arguments, Path scratch, boolean progress) {
      Path errors = scratch.resolve("stderr");
      List<String> jvmOptions = new ArrayList<>(OwnProgram.asThisOne());
      jvmOptions.addAll(
          List.of("-Xmx" + memory, "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
      ProcessBuilder builder = new ProcessBuilder(OwnProgram.command(jvmOptions, arguments));
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.redirectError(
          progress ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.to(errors.toFile()));
      return RunFailedException.saying("the process of the check did not start")
          .get(() -> {
            Process process = builder.start();
            try {
              boolean ended = process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
              return new Ending(
                  ended ? Optional.of(process.exitValue()) : Optional.empty(),
                  OwnProgram.lastWords(errors, 1));
            } catch (InterruptedException e) {
              throw RunFailedException.interrupted("a candidate was checked", e);
            } finally {
              process.destroyForcibly();
            }
          });
    }
  }

  /** Draws the scores of a card: groups of bars by scenario, a bar for each algorithm. */
  public static final class ScorecardFigure {
    /** Name of the files, without their ends. */
    public static final String NAME = "scorecard";

    private ScorecardFigure() {}

    /**
     * Writes {@code scorecard.png} and {@code scorecard.svg} into a folder; nothing if there are no
     * scores.
     *
     * @return whether there are
     * @throws io.smartt.base.failure.RunFailedException if that cannot be
     */
    public static boolean write(Path folder, Scorecard card) {
      if (card.scores().isEmpty()) {
        return false;
      }
      FigureWriter.write(
          folder,
          NAME,
          List.of(
              bars(
                  card,
                  "Slowdown, median",
                  "times ideal",
                  score -> score.slowdown().map(Distribution::median).orElse(Double.NaN)),
              bars(
                  card,
                  "Slowdown, 99th percentile",
                  "times ideal",
                  score -> score.slowdown().map(Distribution::p99).orElse(Double.NaN)),
              bars(
                  card,
                  "Fairness (Jain)",
                  "1: all equal",
                  score -> score.jain().orElse(Double.NaN)),
              bars(
                  card,
                  "Packets sent again",
                  "packets",
                  score -> score.completed() ? score.losses().retransmissions() : Double.NaN)));
      return true;
    }

    /** Draws a bar for each score; there is none of what was not measured. */
    static Panel bars(Scorecard card, String title, String unit, ToDoubleFunction<Score> value) {
      List<String> scenarios = card.scores().stream().map(Score::scenario).distinct().toList();
      Map<String, List<Double>> bars = new LinkedHashMap<>();
      for (String scheme : card.scores().stream().map(Score::scheme).distinct().toList()) {
        List<Double> row = new ArrayList<>();
        for (String scenario : scenarios) {
          row.add(
              card.scores().stream()
                  .filter(one -> one.scheme().equals(scheme) && one.scenario().equals(scenario))
                  .mapToDouble(value)
                  .findFirst()
                  .orElse(Double.NaN));
        }
        bars.put(scheme, row);
      }
      return new Panel.Bars(title, "scenario", unit, scenarios, bars);
    }
  }
}
