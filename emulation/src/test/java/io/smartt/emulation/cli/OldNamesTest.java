package io.smartt.emulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link Smartt#acceptOldNames}. */
@Timeout(60)
class OldNamesTest {
  @Test
  void anOldNameDoesTheSameAndSaysTheNewOneOnce(@TempDir Path folder) {
    Path file = folder.resolve("MyPaths.java");
    CommandLineRun run = CommandLineRun.of("scheme", "new", "my-paths", "--lb", "--output=" + file);

    assertThat(run.status).isZero();
    assertThat(file).content().contains("class MyPaths").contains("LoadBalancer");
    assertThat(run.err.lines())
        .containsExactly(
            "smartt: --lb is now --balancer; the old name goes with the next release",
            "smartt: --output is now --out; the old name goes with the next release");
  }

  @ParameterizedTest
  @CsvSource({
    "shell --topo nosuch, --topo is now --topology",
    "lab up mine --profile virtual --topo nosuch, --topo is now --topology",
    "export nosuch --output x, --output is now --out",
    "scheme check nosuch --lb, --lb is now --balancer",
    "journey nosuch --first marked --page x.html, --page is now --out"
  })
  void eachCommandTakesItsOldName(String line, String notice) {
    CommandLineRun run = CommandLineRun.of(line.split(" ", -1));

    assertThat(run.status).isEqualTo(2);
    assertThat(run.err.lines()).hasSize(2);
    assertThat(run.err).startsWith("smartt: " + notice).contains("nosuch");
  }

  @Test
  void aNewNameSaysNothingAndNoHelpShowsAnOldOne() {
    assertThat(CommandLineRun.of("shell", "--topology", "nosuch").err).doesNotContain("is now");
    assertThat(CommandLineRun.of("shell", "--help").out)
        .contains("--topology")
        .doesNotContain("--topo=", "--topo ", "--topo,");
    assertThat(CommandLineRun.of("generate-completion").out)
        .contains("--topology")
        .doesNotContain("\"--topo\"", "'--topo'", "--topo ");
  }
}
