package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.switchd.console.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A working folder that Java cannot name: results would go to another one in silence. */
@Timeout(120)
class WorkingFolderTest {
  @TempDir private Path folder;

  /** Runs this program in a folder that a shell makes, without the launcher's locale. */
  private Netns.Ended run(String makesAndEnters) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", makesAndEnters + " && exec \"$@\"", "sh"));
    command.addAll(OwnJvm.command());
    command.addAll(
        List.of("run", "--topology", "single,2", "--workload", "incast:64KiB", "--out", "results"));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    return Netns.wait(builder.start());
  }

  private void assertRefused(Netns.Ended ended) {
    assertThat(ended.status()).as(ended.out()).isEqualTo(Failures.WRONG_USAGE);
    assertThat(ended.out())
        .contains("smartt: there is no working folder ")
        .contains("it was deleted, or the locale cannot write its name; set LC_ALL=C.UTF-8");
  }

  @Test
  void aNameThatTheLocaleCannotWriteIsRefusedAndNothingIsWrittenElsewhere() throws IOException {
    assertRefused(run("mkdir \"$(printf 'p\\303\\244')\" && cd p*"));

    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).as("the folder alone").hasSize(1);
    }
  }

  @Test
  void aNameThatTheLocaleCanWriteIsTaken() throws IOException {
    Netns.Ended ended = run("mkdir here && cd here");

    assertThat(ended.status()).as(ended.out()).isZero();
    assertThat(folder.resolve("here/results/summary.json")).exists();
  }
}
