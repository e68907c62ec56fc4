package io.smartt.emulation.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.live.ConsoleShellOutput.ProgramOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link ProgramOutput}. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class ProgramOutputTest {
  @TempDir private Path folder;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  @Test
  void aProgramInTheBackgroundLivesAndIsHeardAfterItsCommandHasEnded()
      throws IOException, InterruptedException {
    Path gate = folder.resolve("gate");
    try (ProgramOutput programs = new ProgramOutput(lines::add)) {
      String later = "while [ ! -e " + gate + " ]; do sleep 0.05; done; echo one; echo two";
      int status = programs.run(new ProcessBuilder("sh", "-c", "(" + later + ") & echo begun"));

      assertThat(status).isZero();
      assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo("begun");
      // The command is over; what it left behind has said nothing yet.
      assertThat(lines).isEmpty();
      Files.createFile(gate);
      assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo("one");
      assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo("two");
    }
  }

  @Test
  void theStatusIsTheProgramsAndErrorsAreHeardToo() throws InterruptedException {
    try (ProgramOutput programs = new ProgramOutput(lines::add)) {
      assertThat(programs.run(new ProcessBuilder("sh", "-c", "echo bad >&2; exit 3"))).isEqualTo(3);
      assertThat(lines).containsExactly("bad");
    }
  }
}
