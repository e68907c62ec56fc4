package io.smartt.study.paper;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.study.paper.Comparison.Call;
import io.smartt.study.paper.Comparison.Expression;
import io.smartt.study.paper.PaperReport.Verdict;
import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.paper.PaperRuns.FigureResults.Cell;

/** Evaluates the claims of a figure on what was measured. */
final class Judge {
  private static final String EACH = "*";

  private final FigureResults results;

  Judge(FigureResults results) {
    this.results = results;
  }

  /** The series and value that a comparison's open places stand for in one of its instances. */
  private record Binding(String series, String x) {}

  Verdict judge(PaperFigure.Claim claim) {
    Comparison comparison = Comparison.parse(claim.check());
    List<String> measured = new ArrayList<>();
    Set<String> missing = new LinkedHashSet<>();
    Map<String, Boolean> holdsAt = new LinkedHashMap<>();
    for (Binding binding : bindings(comparison)) {
      Set<String> lacking = lacking(comparison, binding);
      missing.addAll(lacking);
      if (lacking.isEmpty()) {
        List<Double> values =
            comparison.sides().stream().map(side -> value(side, binding)).toList();
        boolean one = comparison.holds(values);
        holdsAt.merge(binding.x(), one, Boolean::logicalAnd);
        measured.add(
            label(binding)
                + comparison.show(values.stream().map(Judge::number).toList())
                + (one ? "" : " is false"));
      }
    }
    Verdict.Kind kind =
        measured.isEmpty()
            ? Verdict.Kind.NOT_MEASURED
            : holdsAt.containsValue(false) ? Verdict.Kind.DOES_NOT_HOLD : Verdict.Kind.HOLDS;
    List<String> remarks = new ArrayList<>(missing);
    part(holdsAt).ifPresent(remarks::add);
    return new Verdict(claim, kind, String.join("; ", measured), String.join("; ", remarks));
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

  private List<Binding> bindings(Comparison comparison) {
    List<String> series = List.of("");
    List<String> xs = List.of("");
    Set<String> named = new LinkedHashSet<>();
    comparison.calls().forEach(call -> named.add(call.series()));
    for (Call call : comparison.calls()) {
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

  private Set<String> lacking(Comparison comparison, Binding binding) {
    Set<String> lacking = new LinkedHashSet<>();
    for (Call call : comparison.calls()) {
      cell(call, binding)
          .missing()
          .ifPresent(why -> lacking.add(series(call, binding) + " not measured: " + why));
    }
    return lacking;
  }

  private double value(Expression expression, Binding binding) {
    return switch (expression) {
      case Comparison.Literal(double value) -> value;
      case Call call -> cell(call, binding).mean(call.measure());
      case Comparison.Operation(char operator, Expression left, Expression right) -> {
        double a = value(left, binding);
        double b = value(right, binding);
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

  private static String number(double value) {
    double size = Math.abs(value);
    String format = size >= 1000 ? "%,.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }
}
