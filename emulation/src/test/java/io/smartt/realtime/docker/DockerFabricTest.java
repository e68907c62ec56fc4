package io.smartt.realtime.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.realtime.containers.NodePrograms.FabricImages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of what {@link DockerFabric} says of its nodes when somebody else lays hands on them. */
@Timeout(60)
class DockerFabricTest {
  private static final Topology NETWORK =
      Topologies.named("single,2", new LinkDefaults(1_000_000_000L, 0, 0));
  private static final Switch SWITCH = NETWORK.switches().getFirst();
  private static final Host HOST = NETWORK.hosts().getFirst();

  private FakeEngine docker;
  private DockerEngine engine;
  private DockerFabric fabric;

  @BeforeEach
  void build() throws IOException {
    docker = new FakeEngine();
    engine = docker.connect();
    fabric =
        DockerFabric.build(
            engine,
            "smartt-1-1",
            EngineShare.whole(NETWORK),
            new FabricImages("smartt", Optional.empty(), 2),
            1,
            new byte[0],
            UnaryOperator.identity());
  }

  @AfterEach
  void close() {
    engine.close();
    docker.close();
  }

  @Test
  void aNodeThatRunsIsNeitherHeldNorEnded() {
    assertThat(fabric.held(SWITCH)).isEmpty();
    assertThat(fabric.held(HOST)).isEmpty();
  }

  @Test
  void aPausedSwitchIsHeldByItsPause() {
    docker.container("-s1").becomes("paused");

    assertThat(fabric.became(SWITCH)).hasValue("its container is paused");
    assertThat(fabric.held(HOST)).isEmpty();
  }

  @Test
  void aNodeWhoseControlNetworkWasTakenIsHeldByThat() {
    docker.container("-h1").leaves("-control");

    assertThat(fabric.became(HOST)).hasValue("its container was taken off its control network");
    assertThat(fabric.held(SWITCH)).isEmpty();
  }

  /** A network of the experiment is a link, which has events of its own. */
  @Test
  void aNodeWhoseLinkWasTakenIsNotHeld() {
    docker.container("-h1").leaves("-h1-eth0-s1-eth1");

    assertThat(fabric.held(HOST)).isEmpty();
  }

  @Test
  void aRemovedHostIsCalledSoAndDoesNotComeBack() {
    docker.remove("-h1");

    assertThat(fabric.became(HOST)).hasValue("its container was removed");
    assertThat(fabric.canRestart(HOST)).isFalse();
    assertThatThrownBy(() -> fabric.restart(HOST))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("container of h1 was removed");
  }

  @Test
  void aHostThatIsBeingRemovedIsCalledRemovedToo() {
    for (String status : new String[] {"removing", "dead"}) {
      docker.container("-h1").becomes(status);

      assertThat(fabric.became(HOST)).as(status).hasValue("its container was removed");
    }
  }

  /** The logs of what is removed cannot be had, which is no failure of the run. */
  @Test
  void theLogsOfAHostThatIsBeingRemovedAreMissedInSilence(@TempDir Path folder) {
    docker.container("-h1").becomes("removing");

    fabric.saveLogs(folder);

    assertThat(folder.resolve("h1.log")).doesNotExist();
  }

  @Test
  void aHostThatEndedIsCalledByItsStatus() {
    docker.container("-h1").exits(137);

    assertThat(fabric.became(HOST))
        .hasValueSatisfying(
            why -> assertThat(why).startsWith("its container ended with status 137"));
    assertThat(fabric.canRestart(HOST)).isTrue();
  }
}
