package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.emulation.bench.Bench;
import io.smartt.emulation.bench.Bench.BenchResult;
import io.smartt.emulation.bench.Bench.ChildCost;
import io.smartt.emulation.bench.BenchPeer;
import io.smartt.emulation.bench.BenchRow;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.emulation.cli.results.Json;
import io.smartt.experiment.report.Distribution;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.TextTable;
import java.lang.management.ManagementFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt bench}. */
@Command(
    name = "bench",
    sortOptions = false,
    header = "Times runs of this program, and simulators of others next to each.",
    description = {
      "",
      "Every round runs each piece of work as a process of its own, then what it is compared with,",
      "and the other way round in every second round. Times are of whole processes. 'times' says how",
      "many times as long the other takes: the median of the rounds, the least and the largest.",
      "'ns a hop' is CPU time over packets through switches, as this program counted them, also for",
      "the others. These are htsim_uec (ultraethernet/uet-htsim, NSCC), htsim_eqds and htsim_roce",
      "(Broadcom/csg-htsim), where they are on the PATH. CPU time and memory are measured on Linux",
      "only. Nothing else should run on the machine meanwhile.",
      "",
      "Work, with the memory that it takes: default (0.1 GB), capture (0.2), start-1024 (0.4),"
          + " hosts-128",
      "(0.3, minutes with the simulator), incast-1024 (0.5), hosts-1024 (0.6, ten minutes with the",
      "simulator), hosts-8192 (4).",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt bench --quick",
      "  smartt bench hosts-128 --rounds 8",
      "  smartt bench '*-1024' --rounds 3 --out bench",
      "",
      "Ends with 0 if every process did what it was to do, 1 if one failed. A simulator of others",
      "that fails is left out of its row; this program ends the whole."
    })
public final class BenchCommand implements Callable<Integer> {
  private static final Path OUT = Path.of("runs", "bench");
  private static final int ROUNDS = 5;

  /** The work that takes seconds, the simulator included. */
  private static final List<String> QUICK = List.of("default", "capture", "start-1024");

  private final Console console;

  @Parameters(
      arity = "0..*",
      paramLabel = "WORK",
      description = "Names of work, * for any letters. Default: all.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--quick",
      description = "Only what takes seconds, once: default, capture and start-1024.")
  private boolean quick;

  @Option(names = "--rounds", paramLabel = "N", description = "How often. Default: 5.")
  private int rounds = ROUNDS;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of bench.json, logs and runs. Default: runs/bench.")
  private Path out = OUT;

  public BenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (rounds < 1) {
      throw new UserInputException("--rounds " + rounds + ": at least 1 is accepted");
    }
    if (quick && !names.isEmpty()) {
      throw new UserInputException("--quick says which work: leave out " + names.getFirst());
    }
    Map<BenchPeer, Path> peers = new EnumMap<>(BenchPeer.class);
    for (BenchPeer peer : BenchPeer.values()) {
      SearchPath.ofEnvironment()
          .find(peer.program())
          .ifPresent(file -> peers.put(peer, file.toAbsolutePath()));
    }
    Bench bench =
        new Bench(
            OwnProgram.command(ManagementFactory.getRuntimeMXBean().getInputArguments(), List.of()),
            peers,
            out,
            next -> {
              console.err().println("smartt: " + next);
              console.err().flush();
            });
    List<BenchResult> results = new ArrayList<>();
    for (BenchRow row :
        NamePatterns.choose(
            BenchRow.all(), BenchRow::name, quick ? QUICK : names, Path.of("bench"))) {
      try (Interruption _ = Interruption.ofCaller()) {
        results.add(bench.time(row, quick ? 1 : rounds));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Failures.FAILED;
      }
      // What was measured is there even if the next row fails.
      WholeFile.write(out.resolve("bench.json"), json -> json.write(Json.pretty(toMap(results))));
      WholeFile.write(out.resolve("bench.md"), text -> text.write(table(results).markdown()));
    }
    console.out().print(table(results));
    Stream.of(BenchPeer.values())
        .filter(peer -> !peers.containsKey(peer))
        .forEach(peer ->
            console.out().printf("%n%s is not on the PATH: no times of it", peer.program()));
    List<String> failures = results.stream().flatMap(result -> result.failures().stream()).toList();
    failures.forEach(failure -> console.err().println("smartt: left out: " + failure));
    console.out().printf("%nfolder: %s (bench.json, bench.md)%n", out);
    console.out().flush();
    return failures.isEmpty() ? 0 : Failures.FAILED;
  }

  private static Map<String, Object> toMap(List<BenchResult> results) {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("processors", Runtime.getRuntime().availableProcessors());
    machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    machine.put("java", System.getProperty("java.vm.version"));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("machine", machine);
    map.put("rows", results.stream().map(BenchResult::toMap).toList());
    return map;
  }

  private static TextTable table(List<BenchResult> results) {
    TextTable table =
        new TextTable(
            "work", "program", "wall s", "CPU s", "memory", "ns a hop", "times wall", "times CPU");
    for (BenchResult result : results) {
      row(table, result, result.row().what(), "smartt", result.here(), "", "");
      result
          .there()
          .forEach((name, costs) ->
              row(
                  table,
                  result,
                  "",
                  name,
                  costs,
                  range(result.ratio(costs, ChildCost::wall), 2),
                  range(result.ratio(costs, ChildCost::cpuSeconds), 2)));
    }
    return table;
  }

  private static void row(
      TextTable table,
      BenchResult result,
      String what,
      String program,
      List<ChildCost> costs,
      String timesWall,
      String timesCpu) {
    table.row(
        what,
        program,
        range(BenchResult.of(costs, ChildCost::wall), 2),
        range(BenchResult.of(costs, ChildCost::cpuSeconds), 2),
        BenchResult.of(costs, ChildCost::peakBytesAsDouble)
            .map(peak -> HumanFormat.bytes((long) peak.max()))
            .orElse("-"),
        range(result.nanosAHop(costs), 0),
        timesWall,
        timesCpu);
  }

  private static String range(Optional<Distribution> values, int decimals) {
    String number = "%." + decimals + "f";
    return values
        .map(d ->
            d.min() == d.max()
                ? String.format(Locale.ROOT, number, d.median())
                : String.format(
                    Locale.ROOT,
                    number + " (" + number + " to " + number + ")",
                    d.median(),
                    d.min(),
                    d.max()))
        .orElse("-");
  }
}
