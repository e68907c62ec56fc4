package io.smartt.testbed.standin.stratum;

import module java.base;

import com.google.rpc.Code;
import io.smartt.testbed.standin.stratum.StratumServer.StratumFault;

/** The faults of a switch, as asked. */
final class FaultInjector {
  private final List<StratumFault> faults;
  private final double speed;
  private final ScheduledExecutorService later;
  private final LongSupplier nanos;
  private final Runnable powerOff;
  private final Consumer<String> said;
  private int writes;
  private long offUntil = Long.MIN_VALUE;

  /**
   * Faults to come.
   *
   * @param speed by which times are divided
   * @param later what answers a slow Write
   * @param powerOff loses what a switch without power does
   * @param said takes a line for each
   */
  FaultInjector(
      List<StratumFault> faults,
      double speed,
      ScheduledExecutorService later,
      LongSupplier nanos,
      Runnable powerOff,
      Consumer<String> said) {
    this.faults = List.copyOf(faults);
    this.speed = speed;
    this.later = later;
    this.nanos = nanos;
    this.powerOff = powerOff;
    this.said = said;
  }

  /** Requires that the switch is on. */
  synchronized void requirePower() {
    if (nanos.getAsLong() < offUntil) {
      throw new StratumError(Code.UNAVAILABLE, "Connection refused");
    }
  }

  /** Makes a Write, or what befalls it. */
  void atWrite(boolean counts, Runnable write, Consumer<StratumError> refusal) {
    Optional<StratumFault> fault = next(counts);
    if (fault.isEmpty()) {
      write.run();
      return;
    }
    switch (fault.get()) {
      case StratumFault.SlowWrite(int at, Duration time) -> {
        said.accept("Write %d takes %d s longer".formatted(at, time.toSeconds()));
        var _ = later.schedule(write, scaled(time), TimeUnit.NANOSECONDS);
      }
      case StratumFault.LostWrite(int at) -> {
        said.accept("Write " + at + " is lost");
        refusal.accept(new StratumError(Code.UNAVAILABLE, "Connection reset"));
      }
      case StratumFault.Restart(int at, Duration time) -> {
        said.accept("power off at Write %d, for %d s".formatted(at, time.toSeconds()));
        synchronized (this) {
          offUntil = nanos.getAsLong() + scaled(time);
        }
        powerOff.run();
        refusal.accept(new StratumError(Code.UNAVAILABLE, "Connection reset"));
      }
      case StratumFault.RefusedTable _ -> write.run();
    }
  }

  private synchronized Optional<StratumFault> next(boolean counts) {
    if (counts && nanos.getAsLong() >= offUntil) {
      writes++;
      for (StratumFault fault : faults) {
        int at =
            switch (fault) {
              case StratumFault.SlowWrite slow -> slow.write();
              case StratumFault.LostWrite lost -> lost.write();
              case StratumFault.Restart restart -> restart.write();
              case StratumFault.RefusedTable _ -> 0;
            };
        if (at == writes) {
          return Optional.of(fault);
        }
      }
    }
    return Optional.empty();
  }

  private long scaled(Duration time) {
    return Math.round(time.toNanos() / speed);
  }
}
