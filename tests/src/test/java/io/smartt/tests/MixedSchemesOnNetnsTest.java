package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Several congestion controls in one run of real packets, as {@link MixedSchemesTest} has them. */
@Tag("netns")
@Timeout(300)
@Experiment
@Isolated
class MixedSchemesOnNetnsTest {
  @TempDir private Path folder;

  @Test
  void onNamespacesTooWithAFileOfTheUsers() {
    Namespaces.require();
    SmarttRun run =
        Netns.run(
            folder.resolve("netns"),
            "--topology",
            "leafspine,2,2,4",
            "--set",
            "netns.warm-up-s=0",
            "--workload",
            "incast:7x64KiB",
            "--set",
            "scheme.h2..h4=dctcp",
            "--set",
            "scheme.h5=" + MixedSchemesTest.own(folder),
            "--set",
            "scheme.h6/to-h1=swift");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(MixedSchemesTest.schemes(run))
        .containsEntry("own-control", 1L)
        .containsEntry("swift", 1L)
        .hasSize(4);
  }
}
