package io.smartt.experiment.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link ControlSocket}. */
@Timeout(60)
class ControlSocketTest {
  @TempDir private Path folder;

  @Test
  void aFileThatCannotBeRemovedLeavesNoSocket() throws IOException {
    ControlSocket socket = ControlSocket.open(folder, request -> request);
    Path file = ControlSocket.fileOf(folder);
    Path at = Path.of(Files.readString(file).strip());
    assertThat(at).exists();
    Files.delete(file);
    Files.createDirectory(file);
    Files.createFile(file.resolve("something"));

    assertThatThrownBy(socket::close)
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("closing the control socket " + at);

    assertThat(at.getParent()).doesNotExist();
  }

  @Test
  void aRunWhoseFolderWasRemovedLeavesNoSocket() {
    assertThatThrownBy(() -> ControlSocket.open(folder.resolve("none"), request -> request))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("cannot open a control socket for " + folder.resolve("none"));
  }
}
