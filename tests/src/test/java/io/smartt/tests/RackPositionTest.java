package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * No host is ahead of the others of its rack because of the port that it is on: hosts that start
 * together compete for one uplink, and the order of packets that arrive at one instant is drawn.
 */
@Experiment
class RackPositionTest {
  private static final int SEEDS = 3;

  @TempDir private Path folder;

  /**
   * Means of completion times by position, over racks and seeds. Five standard errors are what a
   * fair draw may be off; when the first port won every tie it was ahead by 38 %, 8 to 1.
   */
  @ParameterizedTest
  @CsvSource({"2, false", "4, false", "8, false", "8, true"})
  void everyPositionTakesTheSameTime(int oversubscribed, boolean phases) {
    List<double[]> byPosition = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      SmarttRun run =
          SmarttRun.of(
              folder.resolve("run" + seed),
              "--profile=htsim-800g",
              "--topology=fattree,hosts=128,os=" + oversubscribed,
              "--workload=core-permutation:1MiB",
              "--seed=" + seed,
              "--set=host.phases=" + phases);
      assertThat(run.status()).as(run.err()).isZero();
      int perRack = hostsInRack(run);
      assertThat(perRack).isGreaterThan(1);
      while (byPosition.size() < perRack) {
        byPosition.add(new double[0]);
      }
      run.file("flows.csv")
          .lines()
          .skip(1)
          .map(line -> line.split(",", -1))
          .forEach(cells -> {
            int position = (Integer.parseInt(cells[1].substring(1)) - 1) % perRack;
            double[] old = byPosition.get(position);
            double[] more = Arrays.copyOf(old, old.length + 1);
            more[old.length] = Double.parseDouble(cells[6]);
            byPosition.set(position, more);
          });
    }

    double[] all = byPosition.stream().flatMapToDouble(Arrays::stream).toArray();
    double mean = Arrays.stream(all).average().orElseThrow();
    double deviation =
        Math.sqrt(Arrays.stream(all).map(us -> (us - mean) * (us - mean)).average().orElseThrow());
    for (double[] times : byPosition) {
      assertThat(Arrays.stream(times).average().orElseThrow())
          .isBetween(
              mean - 5 * deviation / Math.sqrt(times.length),
              mean + 5 * deviation / Math.sqrt(times.length));
    }
  }

  /** Hosts behind the switch of the first. */
  private static int hostsInRack(SmarttRun run) {
    String first =
        run.file("switches.csv")
            .lines()
            .filter(line -> line.contains(",h1,"))
            .findFirst()
            .orElseThrow()
            .split(",", -1)[0];
    return (int)
        run.file("switches.csv")
            .lines()
            .map(line -> line.split(",", -1))
            .filter(cells -> cells[0].equals(first) && cells[2].matches("h\\d+"))
            .map(cells -> cells[2])
            .distinct()
            .count();
  }
}
