package io.smartt.emulation.bench;

import module java.base;

import io.smartt.experiment.report.Distribution;

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
