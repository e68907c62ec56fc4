package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.results.Json;
import io.smartt.study.diff.DiffPage;
import io.smartt.study.diff.DiffPage.SweepPanels;
import io.smartt.study.diff.Differences;
import io.smartt.study.diff.Differences.Result;
import io.smartt.study.diff.Overlay;
import io.smartt.study.diff.RunSide;
import io.smartt.study.diff.SweepSides;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.TextTable;
import io.smartt.switchd.options.JsonOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt diff}. */
@Command(
    name = "diff",
    sortOptions = false,
    header = "What differs between runs, or between sweeps, in results and in settings.",
    description = {
      "",
      "The first folder is what the others are compared with. Runs whose CSVs have the same bytes",
      "are identical. Sweeps are compared by the combinations that all of them have.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt diff runs/a runs/b",
      "  smartt diff runs/a runs/b runs/c --out diff.html",
      "  smartt diff sweep-old sweep-new --json",
      "",
      "Ends with 0 if nothing differs in the results, and with 1 if something does, as diff does."
    })
public final class DiffCommand implements Callable<Integer> {
  private static final int DIFFERENT = 1;

  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "FOLDER",
      description = "Two folders of runs or more, or of sweeps.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Writes a page with the runs laid over each other.")
  private @Nullable Path out;

  @Mixin private JsonOption json = new JsonOption();

  public DiffCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (folders.size() < 2) {
      throw new UserInputException(
          folders.getFirst() + ": name one folder more, which it is compared with");
    }
    long sweeps = folders.stream().filter(SweepSides::isSweep).count();
    if (sweeps > 0 && sweeps < folders.size()) {
      Path run = folders.stream().filter(folder -> !SweepSides.isSweep(folder)).findFirst().get();
      throw new UserInputException(
          run + " is no folder of a sweep, as others are: sweeps are compared with sweeps");
    }
    int status = sweeps > 0 ? sweeps() : runs();
    console.out().flush();
    return status;
  }

  private int runs() {
    List<String> labels = labels();
    List<RunSide> runs = new ArrayList<>();
    for (int i = 0; i < folders.size(); i++) {
      runs.add(RunSide.read(folders.get(i), labels.get(i)));
    }
    Differences differences = new Differences(runs.stream().map(RunSide::result).toList());
    List<String> identical =
        runs.stream()
            .skip(1)
            .filter(run -> run.hashes().equals(runs.getFirst().hashes()))
            .map(run -> run.result().name())
            .toList();
    if (json.wanted()) {
      console.out().print(Json.pretty(json(differences, runs)));
    } else {
      print(differences, identical);
    }
    write(() -> {
      DiffPage page =
          new DiffPage(String.join(", ", labels), "Compared with " + labels.getFirst() + ".");
      page.differences("What differs", differences);
      page.charts("Laid over each other", Overlay.panels(runs));
      return page;
    });
    return identical.size() == runs.size() - 1 ? 0 : DIFFERENT;
  }

  private void print(Differences differences, List<String> identical) {
    String first = differences.results().getFirst().name();
    for (String name : identical) {
      console
          .out()
          .printf("%s and %s are identical: their CSVs have the same bytes%n", first, name);
    }
    if (identical.size() < differences.results().size() - 1) {
      console.out().print(table(differences));
    }
    settings(differences);
  }

  private void settings(Differences differences) {
    Map<String, List<String>> settings = differences.settings();
    if (settings.isEmpty()) {
      console.out().println("no setting differs");
      return;
    }
    console.out().println();
    TextTable table = new TextTable(header("setting", differences));
    settings.forEach((key, values) ->
        table.row(
            Stream.concat(Stream.of(key), values.stream().map(Differences::shown))
                .toArray(String[]::new)));
    console.out().print(table);
  }

  private static String[] header(String first, Differences differences) {
    return Stream.concat(Stream.of(first), differences.results().stream().map(Result::name))
        .toArray(String[]::new);
  }

  private static TextTable table(Differences differences) {
    TextTable table = new TextTable(header("measure", differences));
    for (Differences.Row row : differences.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.measure().title()));
      for (int i = 0; i < row.values().size(); i++) {
        cells.add(DiffPage.cell(row, i));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table;
  }

  private int sweeps() {
    List<String> labels = labels();
    SweepSides sides = SweepSides.read(folders, labels);
    boolean same =
        sides.byPoint().values().stream()
            .flatMap(differences -> differences.rows().stream())
            .allMatch(Differences.Row::isSame);
    if (json.wanted()) {
      List<Object> points = new ArrayList<>();
      sides
          .byPoint()
          .forEach((point, differences) ->
              points.add(Map.of("point", point, "measures", measures(differences))));
      console.out().print(Json.pretty(Map.of("names", labels, "combinations", points)));
    } else {
      sides
          .byPoint()
          .forEach((point, differences) -> {
            console.out().printf("%s%n", point.isEmpty() ? "all runs" : text(point));
            console.out().print(table(differences));
            console.out().println();
          });
      if (same) {
        console.out().println("nothing differs");
      }
    }
    write(() -> {
      DiffPage page =
          new DiffPage(
              String.join(", ", labels),
              "Means over completed runs with 95 % intervals, and every run as a point, for each"
                  + " combination that all sweeps have.");
      page.charts("Over " + String.join(", ", sides.shared()), new SweepPanels(sides).panels());
      sides.byPoint().forEach((point, differences) -> page.differences(text(point), differences));
      return page;
    });
    return same ? 0 : DIFFERENT;
  }

  private static String text(Map<String, String> point) {
    return String.join(
        ", ",
        point.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList());
  }

  private static Map<String, Object> json(Differences differences, List<RunSide> runs) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("runs", runs.stream().map(run -> run.folder().toString()).toList());
    all.put("names", differences.results().stream().map(Result::name).toList());
    all.put(
        "identicalToFirst",
        runs.stream().map(run -> run.hashes().equals(runs.getFirst().hashes())).toList());
    all.put("measures", measures(differences));
    all.put("settings", differences.settings());
    return all;
  }

  private static Map<String, List<Optional<Double>>> measures(Differences differences) {
    Map<String, List<Optional<Double>>> measures = new LinkedHashMap<>();
    differences.rows().forEach(row -> measures.put(row.measure().key(), row.values()));
    return measures;
  }

  private void write(Supplier<DiffPage> page) {
    if (out != null) {
      page.get().write(out);
    }
  }

  /** The names of the folders; where two have one name, the paths. */
  private List<String> labels() {
    List<String> names =
        folders.stream()
            .map(folder -> String.valueOf(folder.toAbsolutePath().normalize().getFileName()))
            .toList();
    return names.stream().distinct().count() == names.size()
        ? names
        : folders.stream().map(Path::toString).toList();
  }
}
