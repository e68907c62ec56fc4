package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on switches whose queues share memory. */
@Timeout(120)
class SharedBufferRunTest {
  private static final long BUFFER = 180_000;
  static final int FRAME = 4_170;

  @TempDir private Path temp;

  /** Incasts of three to as many hosts of a switch with twelve. */
  private Path incasts(int receivers) throws IOException {
    StringBuilder matrix = new StringBuilder("Nodes 12\nConnections " + 3 * receivers + "\n");
    for (int to = 0; to < receivers; to++) {
      for (int from = 0; from < 3; from++) {
        matrix.append("%d->%d start 0 size 8000000%n".formatted(3 + 3 * to + from, to));
      }
    }
    return Files.writeString(temp.resolve(receivers + ".cm"), matrix);
  }

  private SmarttRun run(int receivers, String... more) throws IOException {
    String[] all = {
      "--topology", "single,12",
      "--workload", incasts(receivers).toString(),
      "--set", "trimming=asic",
      // The memory is what bounds a queue, and nothing is marked.
      "--set", "queue.size=64MiB",
      "--set", "buffer.size=" + BUFFER + "B",
    };
    return SmarttRun.of(
        temp.resolve("run-" + receivers + more.length),
        Stream.concat(Arrays.stream(all), Arrays.stream(more)).toArray(String[]::new));
  }

  /** The deepest that the data queue to a host was. */
  static long deepest(SmarttRun run, String host) {
    return deepest(run, host, 0);
  }

  private static long deepest(SmarttRun run, String host, int queue) {
    return run.file("switches.csv")
        .lines()
        .map(line -> line.split(",", -1))
        .filter(row -> row[2].equals(host) && row[3].equals(String.valueOf(queue)))
        .mapToLong(row -> Long.parseLong(row[15]))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void congestedPortsShareTheMemoryAsWorkedOutByHand() throws IOException {
    SmarttRun one = run(1);
    SmarttRun two = run(2);

    assertThat(one.status()).as(one.err()).isZero();
    assertThat(two.status()).as(two.err()).isZero();
    // Below the threshold by less than a frame when the last one comes.
    assertThat(deepest(one, "h1")).isBetween(BUFFER / 2, BUFFER / 2 + FRAME);
    // A third where both are full; the one that fills first may have had more for a while.
    assertThat(deepest(two, "h1")).isBetween(BUFFER / 3, BUFFER / 2 - FRAME);
    assertThat(deepest(two, "h2")).isBetween(BUFFER / 3, BUFFER / 2 - FRAME);
  }

  /**
   * With alphas of 1 and 3 both queues of a port fill to a fifth and three fifths. Alone they would
   * have a half and three quarters.
   */
  @Test
  void aClassHasAThresholdOfItsOwn() throws IOException {
    StringBuilder matrix = new StringBuilder("Nodes 12\nConnections 6\n");
    for (int from = 3; from < 9; from++) {
      matrix.append("%d->0 start 0 size 8000000%n".formatted(from));
    }
    SmarttRun run =
        SmarttRun.of(
            temp.resolve("classes"),
            "--topology=single,12",
            "--workload=" + Files.writeString(temp.resolve("six.cm"), matrix),
            "--set=trimming=asic",
            "--set=queue.size=64MiB",
            "--set=buffer.size=" + BUFFER + "B",
            "--set=class.a.dscp=18",
            "--set=class.a.flows=h7..h9",
            "--set=class.a.alpha=3");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(deepest(run, "h1", 0)).isBetween(BUFFER / 5, BUFFER / 2 - FRAME);
    assertThat(deepest(run, "h1", 1)).isBetween(BUFFER * 3 / 5, BUFFER * 3 / 4 + FRAME);
  }

  @Test
  void whatCannotBeSharedIsRefused() throws IOException {
    SmarttRun all = run(1, "--set", "buffer.reserved=15000B");
    SmarttRun unit = run(2, "--set", "buffer.reserved=2packets");

    assertThat(all.status()).isEqualTo(2);
    assertThat(all.err())
        .contains(
            "buffer.size is 180000B: the 12 ports of s1 reserve 15000 B each, which leaves less to"
                + " share than a packet of 4170 B");
    assertThat(unit.status()).isEqualTo(2);
    assertThat(unit.err()).contains("'2packets' is no size of memory: write 16MiB, 9000B or none");
  }
}
