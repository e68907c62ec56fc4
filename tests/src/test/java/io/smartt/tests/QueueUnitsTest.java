package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic of full packets meets the same queues whether a program counts packets or bytes. */
@Timeout(120)
class QueueUnitsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--workload=incast:15x1MiB",
        "--workload=permutation:1MiB --scheme=mprdma",
        "--workload=incast:8x1MiB --scheme=dctcp",
        "--workload=incast:8x1MiB --trimming=asic",
        "--workload=incast:8x1MiB --trimming=off",
        "--workload=alltoall:4x256KiB"
      })
  void fullPackets(String options) {
    SmarttRun packets = run("smartt-packets", options);
    SmarttRun bytes = run("smartt", options);

    for (String file : new String[] {"flows.csv", "switches.csv", "samples.csv"}) {
      assertThat(folder.resolve("smartt").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("smartt-packets").resolve(file));
    }
    assertThat(bytes.number("marks") + bytes.number("trims") + bytes.number("drops"))
        .as("queues were full")
        .isPositive()
        .isEqualTo(packets.number("marks") + packets.number("trims") + packets.number("drops"));
  }

  private SmarttRun run(String program, String options) {
    String[] words = (options + " --set=program=" + program).split(" ", -1);
    SmarttRun run = SmarttRun.of(folder.resolve(program), words);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }
}
