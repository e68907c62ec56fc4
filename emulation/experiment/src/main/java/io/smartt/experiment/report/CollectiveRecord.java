package io.smartt.experiment.report;

import module java.base;

/**
 * One collective operation of a job.
 *
 * @param job its name
 * @param name as its file has it
 * @param kind what it does: {@code all-reduce}
 * @param algorithm that made messages of it
 * @param ranks that take part
 * @param bytes its size, as nccl-tests counts it
 * @param startPs when its first rank began; empty if none did
 * @param enteredPs when its last rank began, as far as they did
 * @param finishPs when its last operation was done; empty if one is not
 * @param busFactor bus bandwidth over bytes a second, see nccl-tests, doc/PERFORMANCE.md
 */
public record CollectiveRecord(
    String job,
    String name,
    String kind,
    String algorithm,
    int ranks,
    long bytes,
    OptionalLong startPs,
    long enteredPs,
    OptionalLong finishPs,
    double busFactor) {
  private static final double PS_PER_NS = 1e3;

  /** Returns the time when its last rank began; empty if none did. */
  public OptionalLong lastStartPs() {
    return startPs.isPresent() ? OptionalLong.of(enteredPs) : startPs;
  }

  /** Returns the time from the first beginning to the last end; empty if it did not end. */
  public OptionalLong timePs() {
    return startPs.isPresent() && finishPs.isPresent()
        ? OptionalLong.of(finishPs.getAsLong() - startPs.getAsLong())
        : OptionalLong.empty();
  }

  /** Its size over its time, in GB/s; empty if it has none or did not end. */
  public OptionalDouble algorithmGBps() {
    return bytes == 0 || timePs().orElse(0) <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(bytes / (timePs().getAsLong() / PS_PER_NS));
  }

  /** Its bus bandwidth, in GB/s; empty if it has no size or did not end. */
  public OptionalDouble busGBps() {
    OptionalDouble algorithm = algorithmGBps();
    return algorithm.isEmpty() ? algorithm : OptionalDouble.of(algorithm.getAsDouble() * busFactor);
  }
}
