package io.smartt.emulation.bench;

import module java.base;

import io.smartt.base.failure.RunFailedException;
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
    WholeFile.createFolder(place);
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
}
