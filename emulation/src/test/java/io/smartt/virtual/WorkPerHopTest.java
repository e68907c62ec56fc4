package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.smartt.base.topology.Topology;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.DirectControl;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.study.launch.Fabrics;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What a run does for a packet's way through a switch, counted. Times differ from machine to
 * machine and from minute to minute; these do not, and a change that makes any of them worse by
 * more than 5 % has to say so here.
 */
@Timeout(120)
@Isolated
class WorkPerHopTest {
  private static final double MOST = 1.05;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** What was counted. */
  private record Work(long hops, long events, long runBytes, long startBytes, int switches) {}

  private static Work work(String workload, String topology) {
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load(
                "htsim-800g",
                Map.of("workload", workload, "topology", topology, "constants", "nscc"),
                List.of(),
                false);
    PipelineConfig program = SwitchProgram.load("smartt");
    ProgramCache programs = new ProgramCache(Bmv2Program::load);
    LivePlan plan = new LivePlan(spec);
    Topology network = plan.topology();
    try (VirtualExperiment experiment =
        new VirtualExperiment(plan.inputs(spec.buildWorkload(network)), Optional.empty(), 1)) {
      DirectControl control = new DirectControl(experiment.fabric().devices(spec.seed()), programs);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      control.program(
          experiment.ports().model(network),
          program,
          spec.seed(),
          experiment.tasks(),
          RunMonitor.NONE);
      long programmed = THREADS.getCurrentThreadAllocatedBytes();
      TrafficLoop.Ending ending = experiment.run(RunMonitor.NONE, 1_000_000_000_000L);
      long after = THREADS.getCurrentThreadAllocatedBytes();
      assertThat(ending.status()).isEqualTo(RunStatus.COMPLETED);
      return new Work(
          experiment.fabric().ledger().counts().hops(),
          experiment.fired(),
          after - programmed,
          programmed - before,
          network.switches().size());
    }
  }

  /** What is done once in a process, such as the start of classes, is no work of a run. */
  @BeforeAll
  static void warmUp() {
    // Compiled code puts fewer objects on the heap than what is interpreted.
    for (int i = 0; i < 3; i++) {
      var _ = work("core-permutation:1MiB", "fattree,hosts=32");
    }
  }

  private static void atMost(String what, double found, double known) {
    assertThat(found).as(what).isLessThanOrEqualTo(known * MOST);
  }

  @Test
  void aFullNetworkTakesNoMoreEventsAndMemoryAHopThanItDid() {
    Work small = work("core-permutation:256KiB", "fattree,hosts=32");
    Work large = work("core-permutation:1MiB", "fattree,hosts=32");

    long hops = large.hops() - small.hops();
    atMost("events a hop", (double) (large.events() - small.events()) / hops, 1.931);
    // Series of samples and rings of frames that grow; a packet itself allocates nothing.
    atMost("bytes a hop", (double) (large.runBytes() - small.runBytes()) / hops, 151);
    // With the compilation of the program, which is done once.
    // 14.3 KB of them are for the depths that the program keeps of eight queues a port, some for
    // turns.
    atMost("bytes a switch", (double) large.startBytes() / large.switches(), 225_000);
  }

  @Test
  void anIncastTakesNoMoreEventsAHopThanItDid() {
    Work incast = work("incast:127x20KB", "fattree,hosts=128");

    atMost("events a hop", (double) incast.events() / incast.hops(), 1.754);
    // 253,000 before hosts could send signals back.
    atMost("bytes a switch", (double) incast.startBytes() / incast.switches(), 254_600);
  }
}
