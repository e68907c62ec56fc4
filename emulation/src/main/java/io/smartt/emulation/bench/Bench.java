package io.smartt.emulation.bench;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.report.WholeFile;
import io.smartt.experiment.traffic.ProcessCost;

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

  /**
   * The cost of a process from its start to its end.
   *
   * @param wallSeconds of wall-clock time
   * @param cpuSeconds of user and system time, to a hundredth; Linux only
   * @param peakBytes the largest resident size that was seen, a tenth of a second before its end at
   *     the latest; Linux only
   */
  public record ChildCost(double wallSeconds, OptionalDouble cpuSeconds, OptionalLong peakBytes) {
    private static final Path OWN = Path.of("/proc/self/stat");

    /** Linux counts in these for programs, however fast its own clock ticks. */
    private static final double TICKS_A_SECOND = 100;

    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;
    private static final int POLL_MS = 100;

    /**
     * Runs a program to its end. For one program at a time: CPU time is that of all children that
     * ended meanwhile.
     *
     * @param folder that it runs in
     * @param log file that gets what it prints
     * @throws RunFailedException if it cannot be started or ends with another status than 0
     * @throws InterruptedException if this thread is interrupted; the program has been ended then
     */
    static ChildCost of(List<String> command, Path folder, Path log) throws InterruptedException {
      OptionalDouble before = childrenSeconds();
      long start = System.nanoTime();
      Process process = start(command, folder, log);
      OptionalLong peak = OptionalLong.empty();
      try {
        boolean ended;
        do {
          OptionalLong now = ProcessCost.peakRssBytes(process.pid());
          peak = now.isPresent() ? now : peak;
          ended = process.waitFor(POLL_MS, TimeUnit.MILLISECONDS);
        } while (!ended);
      } finally {
        process.destroyForcibly();
      }
      double wall = (System.nanoTime() - start) / 1e9;
      if (process.exitValue() != 0) {
        throw new RunFailedException(
            "%s ended with status %s; what it printed is in %s"
                .formatted(command.getFirst(), process.exitValue(), log));
      }
      OptionalDouble after = childrenSeconds();
      return new ChildCost(
          wall,
          before.isPresent() && after.isPresent()
              ? OptionalDouble.of(after.getAsDouble() - before.getAsDouble())
              : OptionalDouble.empty(),
          peak);
    }

    private static Process start(List<String> command, Path folder, Path log) {
      return RunFailedException.saying("cannot run " + command.getFirst())
          .get(() ->
              new ProcessBuilder(command)
                  .directory(folder.toFile())
                  .redirectErrorStream(true)
                  .redirectOutput(log.toFile())
                  .start());
    }

    /** CPU time of the children of this process that have ended (proc(5), cutime and cstime). */
    private static OptionalDouble childrenSeconds() {
      if (!Files.isReadable(OWN)) {
        return OptionalDouble.empty();
      }
      try {
        String stat = Files.readString(OWN);
        // The name of the program is in parentheses and may have blanks.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks =
            Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]);
        return OptionalDouble.of(ticks / TICKS_A_SECOND);
      } catch (IOException e) {
        return OptionalDouble.empty();
      }
    }

    OptionalDouble peakBytesAsDouble() {
      return peakBytes.isPresent()
          ? OptionalDouble.of((double) peakBytes.getAsLong())
          : OptionalDouble.empty();
    }

    /** Returns the cost for {@code bench.json}. */
    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("wallSeconds", wallSeconds);
      map.put("cpuSeconds", cpuSeconds);
      map.put("peakRssBytes", peakBytes);
      return map;
    }
  }
}
