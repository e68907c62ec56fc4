package io.smartt.emulation.bench;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.report.WholeFile;

/**
 * Runs rows as processes of their own, each followed by its baseline and the other way round in
 * every second round, so that what else the machine does meets both.
 */
public final class Bench {
  private final List<String> program;
  private final Optional<Path> simulator;
  private final Path folder;
  private final Consumer<String> progress;

  /**
   * @param program command of this program, before its arguments
   * @param simulator the reference simulator; empty where this machine has none
   * @param folder that gets logs and what runs leave
   * @param progress hears what runs next
   */
  public Bench(
      List<String> program, Optional<Path> simulator, Path folder, Consumer<String> progress) {
    this.program = List.copyOf(program);
    this.simulator = simulator;
    this.folder = folder.toAbsolutePath();
    this.progress = progress;
  }

  /**
   * Times a row.
   *
   * @param rounds how often
   * @throws RunFailedException if a process fails
   * @throws InterruptedException if this thread is interrupted
   */
  public BenchResult time(BenchRow row, int rounds) throws InterruptedException {
    Path place = folder.resolve(row.name());
    Optional<List<String>> baseline = baseline(row, place);
    List<ChildCost> here = new ArrayList<>();
    List<ChildCost> there = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      boolean baselineFirst = round % 2 == 1;
      if (baselineFirst && baseline.isPresent()) {
        there.add(cost(row.name() + ", baseline", baseline.get(), place, round));
      }
      here.add(cost(row.name(), own(row.arguments(), place), place, round));
      if (!baselineFirst && baseline.isPresent()) {
        there.add(cost(row.name() + ", baseline", baseline.get(), place, round));
      }
    }
    return new BenchResult(row, here, there);
  }

  private ChildCost cost(String name, List<String> command, Path place, int round)
      throws InterruptedException {
    progress.accept(name + ", round " + (round + 1));
    return ChildCost.of(command, place, place.resolve("log.txt"));
  }

  private Optional<List<String>> baseline(BenchRow row, Path place) throws InterruptedException {
    WholeFile.folder(place);
    return switch (row.baseline()) {
      case NONE -> Optional.empty();
      case WITHOUT_OPTIONS -> Optional.of(own(row.plain(), place));
      case SIMULATOR -> {
        if (simulator.isEmpty()) {
          yield Optional.empty();
        }
        String matrix = place.resolve("matrix.cm").toString();
        List<String> write = new ArrayList<>(program);
        write.addAll(row.matrixArguments(matrix));
        var _ = ChildCost.of(write, place, place.resolve("log.txt"));
        List<String> command = new ArrayList<>(List.of(simulator.get().toString()));
        command.addAll(row.simulatorArguments(matrix));
        yield Optional.of(command);
      }
    };
  }

  private List<String> own(List<String> arguments, Path place) {
    List<String> command = new ArrayList<>(program);
    command.addAll(arguments);
    command.addAll(List.of("--force", "--out", place.resolve("run").toString()));
    return command;
  }

  /**
   * The cost of a row, round by round.
   *
   * @param here this program
   * @param there what it is compared with, as often; empty without a baseline
   */
  public record BenchResult(BenchRow row, List<ChildCost> here, List<ChildCost> there) {
    /** Copies the lists. */
    public BenchResult {
      here = List.copyOf(here);
      there = List.copyOf(there);
    }

    /** Wall-clock seconds of this program. */
    public Optional<Distribution> wall() {
      return of(here, cost -> OptionalDouble.of(cost.wallSeconds()));
    }

    /** CPU seconds of this program. */
    public Optional<Distribution> cpu() {
      return of(here, ChildCost::cpuSeconds);
    }

    /** The largest resident size of this program that was seen in any round, bytes. */
    public Optional<Distribution> peak() {
      return of(here, ChildCost::peakBytesAsDouble);
    }

    /** Returns how many times the wall-clock time the baseline takes, each round by itself. */
    public Optional<Distribution> wallRatio() {
      return ratio(cost -> OptionalDouble.of(cost.wallSeconds()));
    }

    /** Returns how many times the CPU time the baseline takes, each round by itself. */
    public Optional<Distribution> cpuRatio() {
      return ratio(ChildCost::cpuSeconds);
    }

    private static Optional<Distribution> of(
        List<ChildCost> costs, Function<ChildCost, OptionalDouble> value) {
      return Distribution.of(
          costs.stream()
              .map(value)
              .filter(OptionalDouble::isPresent)
              .mapToDouble(OptionalDouble::getAsDouble)
              .toArray());
    }

    private Optional<Distribution> ratio(Function<ChildCost, OptionalDouble> value) {
      List<Double> ratios = new ArrayList<>();
      for (int round = 0; round < there.size(); round++) {
        OptionalDouble mine = value.apply(here.get(round));
        OptionalDouble other = value.apply(there.get(round));
        if (mine.isPresent() && other.isPresent() && mine.getAsDouble() > 0) {
          ratios.add(other.getAsDouble() / mine.getAsDouble());
        }
      }
      return Distribution.of(ratios.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Returns the result for {@code bench.json}. */
    public Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", row.name());
      map.put("what", row.what());
      map.put("arguments", row.arguments());
      map.put("baseline", row.baseline().name().toLowerCase(Locale.ROOT));
      map.put("smartt", here.stream().map(ChildCost::toMap).toList());
      map.put("other", there.stream().map(ChildCost::toMap).toList());
      map.put("wallRatio", wallRatio());
      map.put("cpuRatio", cpuRatio());
      return map;
    }
  }
}
