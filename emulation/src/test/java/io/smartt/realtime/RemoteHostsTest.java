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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link RemoteHosts} whose agents go away. */
@Timeout(60)
class RemoteHostsTest {
  @TempDir private Path folder;

  /** Has an experiment's hosts, of the last of which somebody knows this. */
  private <T> T with(
      Optional<String> known, BiFunction<RunInputs, RemoteHosts, T> task, boolean ends) {
    RunInputs in = MadeUpInputs.of(folder);
    Host last = in.topology().hosts().getLast();
    try (DoneAtOnce agents =
            new DoneAtOnce(
                in.topology(), Counters.getDefaultInstance(), Lateness.getDefaultInstance());
        RemoteHosts hosts =
            agents.hosts(in, host -> host.equals(last) ? known : Optional.empty())) {
      if (ends) {
        agents.endWhenAsked(last);
      }
      return task.apply(in, hosts);
    }
  }

  /** Runs until the agent of the last host, which sends, goes away. */
  private RunResult lost(Optional<String> known) {
    return with(
        known,
        (in, hosts) ->
            new RealTimeRun(
                    in,
                    hosts,
                    new IdleSwitches(),
                    Background.NONE,
                    Optional.empty(),
                    Optional.empty())
                .run(ProcessCost.start(), RunMonitor.NONE),
        true);
  }

  /** Events of a node that does not answer are made of these. */
  @Test
  void eachHostHasASignOfLifeWithItsPlaceAndTheCauseThatIsKnown() {
    String cut = "its container was taken off its control network";
    List<SignOfLife> signs = with(Optional.of(cut), (_, hosts) -> hosts.signs(), false);

    assertThat(signs).extracting(SignOfLife::name).containsExactly("agent of h1", "agent of h2");
    assertThat(signs).extracting(SignOfLife::where).containsExactly("h1", "h2");
    assertThat(signs)
        .extracting(sign -> sign.why().get())
        .containsExactly(Optional.empty(), Optional.of(cut));
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
