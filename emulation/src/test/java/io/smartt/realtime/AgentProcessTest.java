package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.host.agent.daemon.BearerToken;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link AgentProcess} with programs that are none. */
@Timeout(60)
class AgentProcessTest {
  @TempDir private Path folder;

  @Test
  void oneThatDoesNotComeUpIsEnded() throws IOException {
    Process silent = process("echo 'no interface yet' >&2; exec sleep 1000");

    try (AgentProcess agent = agent(silent)) {
      assertThatThrownBy(() -> agent.connect(Duration.ofSeconds(1)))
          .isInstanceOf(RunFailedException.class)
          .hasMessage("the agent of h1 does not come up in 1 s: no interface yet");
    }
    assertThat(silent.isAlive()).isFalse();
  }

  @Test
  void oneThatEndsIsNamedWithWhatItSaid() throws IOException {
    try (AgentProcess agent = agent(process("echo 'no interface eth7' >&2; exit 2"))) {
      assertThatThrownBy(() -> agent.connect(Duration.ofSeconds(50)))
          .isInstanceOf(RunFailedException.class)
          .hasMessage("the agent of h1 ended at once: no interface eth7");
    }
  }

  @Test
  void oneThatRunsOutOfMemoryIsSaidToHave() throws IOException {
    try (AgentProcess agent = agent(process("exit 3"))) {
      assertThat(agent.ended()).hasValue("its process ended with status 3 (out of memory)");
    }
  }

  private AgentProcess agent(Process process) {
    return new AgentProcess("h1", process, log(), BearerToken.fresh(new SecureRandom()));
  }

  private Process process(String script) throws IOException {
    return new ProcessBuilder("sh", "-c", script).redirectError(log().toFile()).start();
  }

  private Path log() {
    return folder.resolve("h1.log");
  }
}
