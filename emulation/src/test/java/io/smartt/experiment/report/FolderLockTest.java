package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FolderLockTest {
  @TempDir private Path temp;

  @Test
  void anotherProcessIsNamedAndTheLockOfADeadOneIsFree() throws Exception {
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                String.join(
                    File.pathSeparator,
                    classes(FolderLock.class),
                    classes(RunFailedException.class),
                    classes(Holder.class)),
                Holder.class.getName(),
                temp.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("held");
      assertThatThrownBy(() -> FolderLock.take(temp))
          .isInstanceOf(UserInputException.class)
          .hasMessageContaining("in use by process " + other.pid());
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(temp.resolve(".lock")).exists();
    FolderLock.take(temp).close();
    assertThat(temp.resolve(".lock")).doesNotExist();
  }

  /** Where a class was loaded from; the class path of the test may be that of its launcher. */
  private static String classes(Class<?> of) throws URISyntaxException {
    return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  @Test
  void oneProcessTakesItOnce() {
    try (FolderLock _ = FolderLock.take(temp)) {
      assertThatThrownBy(() -> FolderLock.take(temp))
          .hasMessageContaining("process " + ProcessHandle.current().pid());
    }
    FolderLock.take(temp).close();
  }

  /** Takes the lock of a folder and keeps it. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException {
      try (FolderLock _ = FolderLock.take(Path.of(args[0]))) {
        System.out.println("held");
        while (System.in.read() >= 0) {
          // Until somebody ends this process.
        }
      }
    }
  }
}
