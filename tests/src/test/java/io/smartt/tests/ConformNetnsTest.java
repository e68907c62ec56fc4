package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code smartt conform --profile netns}: the rules hold for real frames as the page says. */
@Tag("netns")
@Experiment
@Timeout(900)
@Isolated
class ConformNetnsTest {
  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  /** Switches that leave lengths as they were, and cut less than virtual captures can show. */
  @Test
  void realFramesAreTrimmedAsThePageSays() {
    asThePageSays("netns, asic", "trimming=asic", "packet.trim=256");
  }

  @Test
  void framesAreTrimmedByBmv2AsThePageSays() {
    ExternalTool.named("simple_switch_grpc", "bmv2");
    asThePageSays("netns, BMv2", "switch=bmv2");
  }

  private void asThePageSays(String target, String... settings) {
    Path out = folder.resolve("c");
    Stream<String> set = Stream.of(settings).flatMap(setting -> Stream.of("--set", setting));
    Process process =
        Netns.start(
            Stream.of(Stream.of("conform", "--profile", "netns", "--out", out.toString()), set)
                .flatMap(part -> part)
                .toArray(String[]::new));
    Netns.Ended ended = Netns.wait(process);
    Conformances.assertAsSaid(target, out, ended.status(), ended.out());
    assertThat(Netns.leftBy(process.pid())).as("left behind").isEmpty();
  }
}
