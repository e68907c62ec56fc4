package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.Host;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Lateness;
import io.smartt.host.packetio.KernelClock;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link RemoteHosts} whose agents go away. */
@Timeout(60)
class RemoteHostsTest {
  @TempDir private Path folder;

  /** Runs until the sender's agent goes away, and somebody knows this of it. */
  private RunResult lost(Optional<String> known) {
    RunInputs in = MadeUpInputs.of(folder);
    Host sender = in.topology().hosts().getLast();
    try (DoneAtOnce agents =
            new DoneAtOnce(
                in.topology(), Counters.getDefaultInstance(), Lateness.getDefaultInstance());
        RemoteHosts hosts =
            new RemoteHosts(
                in,
                agents.attached(in.topology()),
                new KernelClock(),
                Optional.empty(),
                host -> host.equals(sender) ? known : Optional.empty())) {
      agents.endWhenAsked(sender);
      return new RealTimeRun(in, hosts, new IdleSwitches())
          .run(ProcessCost.start(), RunMonitor.NONE);
    }
  }

  @Test
  void whatBecameOfAHostIsTheReasonAndNotItsConnection() {
    RunResult result = lost(Optional.of("its container was removed"));

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.message().orElseThrow())
        .contains("the agent of h2 is gone: its container was removed")
        .doesNotContain("connection");
    assertThat(result.history().events())
        .filteredOn(event -> event.kind() == RunEvent.Kind.AGENT_LOST)
        .singleElement()
        .satisfies(event -> {
          assertThat(event.where()).isEqualTo("h2");
          assertThat(event.what()).isEqualTo("the agent of h2 is gone: its container was removed");
        });
  }

  @Test
  void anAgentOfWhichNothingIsKnownIsGoneByItsConnection() {
    assertThat(lost(Optional.empty()).message().orElseThrow())
        .contains("the agent of h2 is gone: killed by a test");
  }
}
