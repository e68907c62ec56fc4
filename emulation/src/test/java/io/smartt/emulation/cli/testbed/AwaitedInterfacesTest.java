package io.smartt.emulation.cli.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.testbed.UnpackCommand.AwaitedInterfaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 20, unit = TimeUnit.SECONDS)
class AwaitedInterfacesTest {
  @TempDir private Path folder;

  private void plug(String name, String flags) throws IOException {
    Files.writeString(Files.createDirectories(folder.resolve(name)).resolve("flags"), flags + "\n");
  }

  @Test
  void endsWhenTheLastIsUp() throws Exception {
    plug("eth1", "0x1003");
    plug("eth2", "0x1002");
    CompletableFuture<Void> waits =
        CompletableFuture.runAsync(() ->
            new AwaitedInterfaces(folder, Duration.ofSeconds(15)).await(List.of("eth1", "eth2")));
    assertThat(waits).isNotDone();
    plug("eth2", "0x1003");

    // What went wrong there is thrown here.
    waits.get(15, TimeUnit.SECONDS);
  }

  @Test
  void anInterfaceThatIsNotUpInTimeIsNamed() throws Exception {
    plug("eth1", "0x1002");
    plug("other", "0x1003");

    for (String name : List.of("eth1", "eth9")) {
      assertThatThrownBy(
              () -> new AwaitedInterfaces(folder, Duration.ZERO).await(List.of("other", name)))
          .isInstanceOf(RunFailedException.class)
          .hasMessage("interface " + name + " is not there, or not up, after 0 s");
    }
  }

  @Test
  void whatIsNoNameIsRefusedAtOnce() throws Exception {
    plug("other", "0x1003");

    for (String name : List.of("../other", "..", "a b", "")) {
      assertThatThrownBy(
              () -> new AwaitedInterfaces(folder, Duration.ofDays(1)).await(List.of("other", name)))
          .isInstanceOf(UserInputException.class)
          .hasMessage("'" + name + "' is no name of an interface");
    }
  }
}
