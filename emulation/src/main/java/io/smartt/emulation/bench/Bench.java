package io.smartt.emulation.bench;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.traffic.ProcessCost;

/**
 * Runs rows as processes of their own, each followed by what it is compared with and the other way
 * round in every second round, so that what else the machine does meets all.
 */
public final class Bench {
  private final List<String> program;
  private final Map<BenchPeer, Path> peers;
  private final Path folder;
  private final Consumer<String> progress;

  /**
   * @param program command of this program, before its arguments
   * @param peers simulators that this machine has
   * @param folder that gets logs and what runs leave
   * @param progress hears what runs next
   */
  public Bench(
      List<String> program, Map<BenchPeer, Path> peers, Path folder, Consumer<String> progress) {
    this.program = List.copyOf(program);
    this.peers = new EnumMap<>(BenchPeer.class);
    this.peers.putAll(peers);
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
    WholeFile.folder(place);
    List<Program> programs = new ArrayList<>();
    programs.add(new Program("smartt", false, own(row.arguments(), place), new ArrayList<>()));
    programs.addAll(others(row, place));
    List<String> failures = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (Program each : List.copyOf(round % 2 == 0 ? programs : programs.reversed())) {
        progress.accept(row.name() + ", " + each.name() + ", round " + (round + 1));
        try {
          each.costs()
              .add(ChildCost.of(each.command(), place, place.resolve(each.name() + ".txt")));
        } catch (RunFailedException e) {
          if (!each.isPeer()) {
            throw e;
          }
          failures.add(String.valueOf(e.getMessage()));
          programs.remove(each);
        }
      }
    }
    Map<String, List<ChildCost>> there = new LinkedHashMap<>();
    programs.stream().skip(1).forEach(each -> there.put(each.name(), each.costs()));
    return new BenchResult(row, packetHops(place), programs.getFirst().costs(), there, failures);
  }

  /** A command and what it cost so far. A peer that fails is left out of its row. */
  private record Program(
      String name, boolean isPeer, List<String> command, List<ChildCost> costs) {}

  private List<Program> others(BenchRow row, Path place) throws InterruptedException {
    return switch (row.baseline()) {
      case NONE -> List.of();
      case WITHOUT_OPTIONS ->
          List.of(
              new Program(
                  "without " + String.join(" ", row.options()),
                  false,
                  own(row.plain(), place),
                  new ArrayList<>()));
      case PEERS -> {
        Path matrix = place.resolve("matrix.cm");
        if (!peers.isEmpty()) {
          List<String> write = new ArrayList<>(program);
          write.addAll(row.matrixArguments(matrix.toString()));
          var _ = ChildCost.of(write, place, place.resolve("matrix.txt"));
        }
        yield peers.entrySet().stream()
            .map(peer -> {
              List<String> command = new ArrayList<>(List.of(peer.getValue().toString()));
              command.addAll(peer.getKey().arguments(matrix, row.hosts()));
              return new Program(peer.getKey().program(), true, command, new ArrayList<>());
            })
            .toList();
      }
    };
  }

  /** Packet-hops of the run that is in a row's folder. */
  private static OptionalLong packetHops(Path place) {
    try {
      long hops = RunFolder.summary(place.resolve("run")).path("packetHops").asLong();
      return hops > 0 ? OptionalLong.of(hops) : OptionalLong.empty();
    } catch (IOException e) {
      throw new RunFailedException("cannot read what the run of " + place + " counted: " + e, e);
    }
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
   * @param packetHops packets through switches in the run of this program; absent if there were
   *     none
   * @param here this program
   * @param there what it is compared with, by name, each as often
   * @param failures of peers, with their logs; these have no costs
   */
  public record BenchResult(
      BenchRow row,
      OptionalLong packetHops,
      List<ChildCost> here,
      Map<String, List<ChildCost>> there,
      List<String> failures) {
    /** Fewer say what a start costs, and not a hop. */
    private static final long MANY_HOPS = 1_000_000;

    /** Copies the lists and the map. */
    public BenchResult {
      here = List.copyOf(here);
      there = Collections.unmodifiableMap(new LinkedHashMap<>(there));
      failures = List.copyOf(failures);
    }

    /** Returns one number of each round, where it was measured. */
    public static Optional<Distribution> of(
        List<ChildCost> costs, Function<ChildCost, OptionalDouble> value) {
      return Distribution.of(
          costs.stream()
              .map(value)
              .filter(OptionalDouble::isPresent)
              .mapToDouble(OptionalDouble::getAsDouble)
              .toArray());
    }

    /**
     * Nanoseconds of CPU time for each packet-hop of this program's run: of a peer, which need not
     * send the same packets again or over as many switches, it is a ratio and no count of its own.
     */
    public Optional<Distribution> nanosAHop(List<ChildCost> costs) {
      return packetHops.isPresent() && packetHops.getAsLong() >= MANY_HOPS
          ? of(
              costs,
              cost ->
                  cost.cpuSeconds().isPresent()
                      ? OptionalDouble.of(
                          cost.cpuSeconds().getAsDouble() * 1e9 / packetHops.getAsLong())
                      : OptionalDouble.empty())
          : Optional.empty();
    }

    /** Returns how many times as much another takes, each round by itself. */
    public Optional<Distribution> ratio(
        List<ChildCost> other, Function<ChildCost, OptionalDouble> value) {
      return Distribution.of(
          IntStream.range(0, other.size())
              .filter(round ->
                  value.apply(other.get(round)).isPresent()
                      && value.apply(here.get(round)).orElse(0) > 0)
              .mapToDouble(round ->
                  value.apply(other.get(round)).getAsDouble()
                      / value.apply(here.get(round)).getAsDouble())
              .toArray());
    }

    /** Returns the result for {@code bench.json}. */
    public Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", row.name());
      map.put("what", row.what());
      map.put("arguments", row.arguments());
      map.put("packetHops", packetHops);
      map.put("smartt", here.stream().map(ChildCost::toMap).toList());
      Map<String, Object> others = new LinkedHashMap<>();
      there.forEach((name, costs) -> {
        Map<String, Object> other = new LinkedHashMap<>();
        other.put("rounds", costs.stream().map(ChildCost::toMap).toList());
        other.put("wallRatio", ratio(costs, ChildCost::wall));
        other.put("cpuRatio", ratio(costs, ChildCost::cpuSeconds));
        others.put(name, other);
      });
      map.put("others", others);
      map.put("failures", failures);
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

    /** Returns the wall-clock seconds, which are always measured. */
    public OptionalDouble wall() {
      return OptionalDouble.of(wallSeconds);
    }

    /** Returns the largest resident size as a number among others. */
    public OptionalDouble peakBytesAsDouble() {
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
