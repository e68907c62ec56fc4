package io.smartt.study.paper;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.study.paper.Comparison.Call;
import io.smartt.study.paper.Comparison.Expression;
import io.smartt.study.paper.PaperReport.Verdict;
import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.paper.PaperRuns.FigureResults.Cell;
import io.smartt.study.sweep.MeanWithInterval;

/** Evaluates the claims of a figure on what was measured. */
final class Judge {
  private static final String EACH = "*";

  private final FigureResults results;

  Judge(FigureResults results) {
    this.results = results;
  }

  /** The series and value that a comparison's open places stand for in one of its instances. */
  private record Binding(String series, String x) {}

  /** A claim's direction or number as found: if it is true, by value of the variable. */
  private record Finding(List<String> measured, Map<String, Boolean> holdsAt, Set<String> missing) {
    Finding() {
      this(new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashSet<>());
    }

    void add(Binding binding, boolean holds, String shown) {
      holdsAt.merge(binding.x(), holds, Boolean::logicalAnd);
      measured.add(label(binding) + shown);
    }

    boolean holds() {
      return !holdsAt.containsValue(false);
    }
  }

  Verdict judge(PaperFigure.Claim claim) {
    List<Finding> parts = new ArrayList<>();
    if (!claim.check().isEmpty()) {
      parts.add(direction(Comparison.parse(claim.check())));
    }
    if (!claim.number().isEmpty()) {
      parts.add(number(PaperNumber.parse(claim.number())));
    }
    Set<String> remarks = new LinkedHashSet<>();
    parts.forEach(part -> remarks.addAll(part.missing()));
    parts.forEach(part -> part(part.holdsAt()).ifPresent(remarks::add));
    return new Verdict(
        claim,
        kind(parts),
        String.join("; ", parts.stream().flatMap(part -> part.measured().stream()).toList()),
        String.join("; ", remarks));
  }

  private static Verdict.Kind kind(List<Finding> parts) {
    if (parts.stream().anyMatch(part -> part.measured().isEmpty())) {
      return Verdict.Kind.NOT_MEASURED;
    }
    if (parts.stream().allMatch(Finding::holds)) {
      return Verdict.Kind.HOLDS;
    }
    return parts.size() == 2 && parts.getFirst().holds()
        ? Verdict.Kind.DIRECTION_HOLDS
        : Verdict.Kind.DOES_NOT_HOLD;
  }

  /** Compares seed by seed: what is true only within the seeds' spread is not shown. */
  private Finding direction(Comparison comparison) {
    Finding found = new Finding();
    for (Binding binding : measured(comparison.calls(), found)) {
      int seeds = seeds(comparison.calls(), binding);
      List<double[]> sides =
          comparison.sides().stream().map(side -> values(side, binding, seeds)).toList();
      List<double[]> leads = comparison.leads(sides);
      boolean shown = leads.stream().allMatch(Judge::shown);
      found.add(
          binding,
          shown,
          comparison.show(
                  sides.stream().map(side -> number(MeanWithInterval.of(side).mean())).toList())
              + (shown
                  ? ""
                  : leads.stream().allMatch(lead -> DoubleStream.of(lead).sum() > 0)
                      ? " is within the seeds' spread"
                      : " is false"));
    }
    return found;
  }

  /** A far outlier widens the interval, but does not refute what every seed agrees on. */
  private static boolean shown(double[] lead) {
    MeanWithInterval mean = MeanWithInterval.of(lead);
    return mean.mean() > mean.halfWidth().orElse(0)
        || DoubleStream.of(lead).allMatch(one -> one > 0);
  }

  private Finding number(PaperNumber number) {
    Finding found = new Finding();
    List<Call> calls = Comparison.calls(number.of());
    Map<Binding, double[]> values = new LinkedHashMap<>();
    for (Binding binding : measured(calls, found)) {
      values.put(binding, values(number.of(), binding, seeds(calls, binding)));
    }
    if (number.form() == PaperNumber.Form.UP_TO) {
      values.entrySet().stream()
          .max(Comparator.comparingDouble(one -> MeanWithInterval.of(one.getValue()).mean()))
          .map(Map.Entry::getKey)
          .ifPresent(largest -> values.keySet().retainAll(Set.of(largest)));
    }
    values.forEach((binding, ours) -> found.add(binding, number.holds(ours), number.show(ours)));
    return found;
  }

  /** The bindings of which all calls have runs; what the others lack is noted. */
  private List<Binding> measured(List<Call> calls, Finding found) {
    return bindings(calls).stream()
        .filter(binding -> {
          Set<String> lacking = lacking(calls, binding);
          found.missing().addAll(lacking);
          return lacking.isEmpty();
        })
        .toList();
  }

  private int seeds(List<Call> calls, Binding binding) {
    return calls.stream().mapToInt(call -> cell(call, binding).runs().size()).min().orElse(1);
  }

  /** Says from or up to which value a comparison is true that is not at all of them. */
  private static Optional<String> part(Map<String, Boolean> holdsAt) {
    List<String> xs = List.copyOf(holdsAt.keySet());
    List<String> held = xs.stream().filter(x -> holdsAt.getOrDefault(x, false)).toList();
    if (held.isEmpty() || held.size() == xs.size()) {
      return Optional.empty();
    }
    if (held.equals(xs.subList(xs.size() - held.size(), xs.size()))) {
      return Optional.of("holds from " + held.getFirst() + " on");
    }
    return held.equals(xs.subList(0, held.size()))
        ? Optional.of("holds up to " + held.getLast())
        : Optional.of("holds at " + String.join(", ", held));
  }

  private List<Binding> bindings(List<Call> calls) {
    List<String> series = List.of("");
    List<String> xs = List.of("");
    Set<String> named = new LinkedHashSet<>();
    calls.forEach(call -> named.add(call.series()));
    for (Call call : calls) {
      PaperFigure.PaperPanel panel = panel(call);
      if (call.series().equals(EACH)) {
        series = panel.series().keySet().stream().filter(one -> !named.contains(one)).toList();
      } else if (!panel.series().containsKey(call.series())) {
        throw new UserInputException(results.figure().name() + ": no series " + call.series());
      }
      if (call.x().isEmpty() && panel.variable().isPresent()) {
        xs = FigureResults.xs(panel);
      }
    }
    List<Binding> bindings = new ArrayList<>();
    for (String one : series) {
      for (String x : xs) {
        bindings.add(new Binding(one, x));
      }
    }
    return bindings;
  }

  private PaperFigure.PaperPanel panel(Call call) {
    return results
        .panel(call.panel())
        .orElseThrow(
            () -> new UserInputException(results.figure().name() + ": no panel " + call.panel()));
  }

  private Cell cell(Call call, Binding binding) {
    List<String> xs = FigureResults.xs(panel(call));
    String x =
        switch (call.x()) {
          case "" -> xs.contains(binding.x()) ? binding.x() : xs.getFirst();
          case "first" -> xs.getFirst();
          case "last" -> xs.getLast();
          default -> call.x();
        };
    return results.at(call.panel(), series(call, binding), x);
  }

  private static String series(Call call, Binding binding) {
    return call.series().equals(EACH) ? binding.series() : call.series();
  }

  private Set<String> lacking(List<Call> calls, Binding binding) {
    Set<String> lacking = new LinkedHashSet<>();
    for (Call call : calls) {
      cell(call, binding)
          .missing()
          .ifPresent(why -> lacking.add(series(call, binding) + " not measured: " + why));
    }
    return lacking;
  }

  /** An expression's values, one a seed. */
  private double[] values(Expression expression, Binding binding, int seeds) {
    return IntStream.range(0, seeds)
        .mapToDouble(seed -> value(expression, binding, seed))
        .toArray();
  }

  private double value(Expression expression, Binding binding, int seed) {
    return switch (expression) {
      case Comparison.Literal(double value) -> value;
      case Call call -> cell(call, binding).value(call.measure(), seed);
      case Comparison.Operation(char operator, Expression left, Expression right) -> {
        double a = value(left, binding, seed);
        double b = value(right, binding, seed);
        yield switch (operator) {
          case '+' -> a + b;
          case '-' -> a - b;
          case '*' -> a * b;
          default -> a / b;
        };
      }
    };
  }

  private static String label(Binding binding) {
    String label = (binding.series() + " " + binding.x()).strip();
    return label.isEmpty() ? "" : label + ": ";
  }

  static String number(double value) {
    double size = Math.abs(value);
    String format = size >= 1000 ? "%,.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }
}
