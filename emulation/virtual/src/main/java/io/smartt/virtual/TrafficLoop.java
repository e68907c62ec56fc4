package io.smartt.virtual;

import module java.base;

import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.traffic.RefusedFrames;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.virtual.simulation.Simulation;
import io.smartt.workload.Workload;

/**
 * Carries traffic in virtual time until all of it has arrived, nothing moves any more, its time is
 * over or the monitor asks to stop. A run and a run on a standing network have this in common.
 *
 * @param recorders of the hosts and of the network
 * @param hosts that carry it
 * @param looks at the network while it runs
 * @param pollEvents events and changes of the network between two looks at the monitor
 */
record TrafficLoop(
    Simulation simulation,
    Workload workload,
    Traffic traffic,
    List<SampleRecorder> recorders,
    Hosts hosts,
    Looks looks,
    int pollEvents) {
  private static final long GIVE_UP_FACTOR = 1000;
  private static final long LEAST_SECONDS = 1;
  private static final long PS_PER_S = 1_000_000_000_000L;
  private static final long PS_PER_US = 1_000_000;

  /** Counts of the hosts so far. */
  interface Hosts {
    /** Sums over their transports. */
    static Hosts of(List<TransportEndpoint> transports) {
      return new Hosts() {
        @Override
        public long deliveredBytes() {
          long sum = 0;
          for (TransportEndpoint transport : transports) {
            sum += transport.counters().bytesDelivered();
          }
          return sum;
        }

        @Override
        public RefusedFrames refused() {
          return RefusedFrames.of(transports.stream());
        }
      };
    }

    long deliveredBytes();

    RefusedFrames refused();
  }

  /** Looks at the network at instants, when all that is due by then has happened. */
  interface Looks {
    /** Looks never. */
    Looks NONE =
        new Looks() {
          @Override
          public long nextPs() {
            return Long.MAX_VALUE;
          }

          @Override
          public void look(long nowPs) {}
        };

    /** The instant of the next look. */
    long nextPs();

    /** It is that instant. The next one is later. */
    void look(long nowPs);
  }

  /** The end of a run, with the reason where it did not complete. */
  record Ending(RunStatus status, Optional<String> message) {}

  /**
   * Carries traffic that has begun.
   *
   * @param beganPs when, in the network's time
   * @param idealPs how long it takes at best
   */
  Ending run(RunMonitor monitor, long beganPs, long idealPs) {
    // What only computes when the last flow is done is not in the ideal.
    long limitPs = saturated(beganPs, saturated(giveUpPs(idealPs), workload.totalWorkPs()));
    long look = simulation.happened() + pollEvents;
    while (!traffic.isDone()) {
      long lookPs = looks.nextPs();
      boolean ran = lookPs < limitPs ? simulation.step(lookPs) : simulation.advance(limitPs);
      if (!ran && lookPs < limitPs && simulation.isBusy()) {
        looks.look(lookPs);
      } else if (!ran) {
        return new Ending(RunStatus.FAILED, Optional.of(stalled(limitPs - beganPs)));
      }
      recorders.forEach(SampleRecorder::settle);
      if (simulation.happened() >= look) {
        look = simulation.happened() + pollEvents;
        monitor.progress(progress(beganPs));
        if (monitor.interrupted()) {
          return new Ending(
              RunStatus.INTERRUPTED,
              Optional.of("interrupted at " + passedPs(beganPs) / PS_PER_US + " us"));
        }
      }
    }
    monitor.progress(progress(beganPs));
    long delivered = hosts.deliveredBytes() + traffic.skippedBytes();
    long total = workload.totalBytes();
    return delivered == total
        ? new Ending(RunStatus.COMPLETED, Optional.empty())
        : new Ending(
            RunStatus.FAILED,
            Optional.of("delivered " + delivered + " B of " + total + " B, each once"));
  }

  /** The time after which a run is given up: 1,000 times its ideal, or 1 s where that is more. */
  static long giveUpPs(long idealPs) {
    long limitPs =
        idealPs > Long.MAX_VALUE / GIVE_UP_FACTOR ? Long.MAX_VALUE : idealPs * GIVE_UP_FACTOR;
    return Math.max(limitPs, LEAST_SECONDS * PS_PER_S);
  }

  private static long saturated(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private String stalled(long limitPs) {
    return traffic
            .failure()
            .orElseGet(() ->
                traffic.unfinished()
                    + (simulation.nowPs() == Long.MAX_VALUE
                        ? "nothing is left to happen"
                        : "given up at %d us: %d s, or %d times the ideal where that is longer"
                            .formatted(limitPs / PS_PER_US, LEAST_SECONDS, GIVE_UP_FACTOR)))
        + hosts.refused().words();
  }

  /** The time of results, with that which was skipped. */
  private long passedPs(long beganPs) {
    return simulation.nowPs() + simulation.skippedPs() - beganPs;
  }

  private RunMonitor.Progress progress(long beganPs) {
    return new RunMonitor.Progress(
        passedPs(beganPs),
        hosts.deliveredBytes() + traffic.skippedBytes(),
        workload.totalBytes(),
        traffic.finishedFlows(),
        workload.flows().size());
  }
}
