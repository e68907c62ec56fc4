package io.smartt.bench;

import module java.base;

import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;

/**
 * Measures subjects and baselines of {@link Comparison}s alternately, a fork each a round, and
 * prints the median ratio with the least and the largest. Load of the machine changes over minutes;
 * a ratio within one round suffers least from it.
 *
 * <p>Arguments: a regular expression for names of comparisons, the number of rounds, and any of
 * JMH's own options.
 */
public final class Ratios {
  private Ratios() {}

  /**
   * Runs the benchmarks and prints their ratios.
   *
   * @throws RunnerException if a benchmark fails
   * @throws CommandLineOptionException for options that JMH refuses
   */
  public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
    if (arguments.length < 2) {
      throw new IllegalArgumentException("arguments: <comparisons> <rounds> [options of JMH]");
    }
    Pattern wanted = Pattern.compile(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    Options common = new CommandLineOptions(Arrays.copyOfRange(arguments, 2, arguments.length));
    List<Comparison> chosen =
        Comparison.all().stream().filter(one -> wanted.matcher(one.name()).find()).toList();
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "no comparison matches "
              + wanted
              + "; there are "
              + Comparison.all().stream().map(Comparison::name).toList());
    }
    for (Comparison comparison : chosen) {
      System.out.println(measure(comparison, rounds, common));
    }
  }

  private static String measure(Comparison comparison, int rounds, Options common)
      throws RunnerException {
    List<Double> subjects = new ArrayList<>();
    List<Double> baselines = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    String unit = "";
    for (int round = 0; round < rounds; round++) {
      // The side that goes first changes, in case the second finds a warmer machine.
      boolean subjectFirst = round % 2 == 0;
      Result<?> first = run(subjectFirst ? comparison.subject() : comparison.baseline(), common);
      Result<?> second = run(subjectFirst ? comparison.baseline() : comparison.subject(), common);
      Result<?> subject = subjectFirst ? first : second;
      Result<?> baseline = subjectFirst ? second : first;
      subjects.add(subject.getScore());
      baselines.add(baseline.getScore());
      ratios.add(subject.getScore() / baseline.getScore());
      unit = baseline.getScoreUnit();
    }
    return String.format(
        Locale.ROOT,
        "%-12s %.2f (%.2f .. %.2f, %d rounds)  %s%n%12s %.4g %s: %s%n%12s %.4g %s: %s",
        comparison.name(),
        median(ratios),
        ratios.stream().min(Double::compare).orElseThrow(),
        ratios.stream().max(Double::compare).orElseThrow(),
        rounds,
        comparison.question(),
        "",
        median(subjects),
        unit,
        comparison.subject(),
        "",
        median(baselines),
        unit,
        comparison.baseline());
  }

  private static Result<?> run(Comparison.Side side, Options common) throws RunnerException {
    return new Runner(side.options(common)).runSingle().getPrimaryResult();
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
