package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.needs.Experiment;
import io.smartt.tests.p4runtime.TestSeeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every law holds for every experiment that a seed draws, and for those that once broke one. */
class SeededExperimentsTest {
  private static final Path KEPT = Path.of("src/test/resources/seeded");
  private static final int SEEDS = Integer.getInteger("smartt.seeds", 300);
  private static final int FEW = 20;
  private static final int MOST_BREACHES = 3;

  @TempDir private Path folder;

  @Test
  void lawsHoldForTheExperimentsOfTheFirstSeeds() {
    assertHold(0, Math.min(FEW, SEEDS));
  }

  @Test
  @Timeout(3 * 3600)
  @Experiment
  void lawsHoldForTheExperimentsOfAllOtherSeeds() {
    assertHold(FEW, SEEDS);
  }

  /** From one number of seeds to another, from the first seed on. */
  private void assertHold(int from, int to) {
    SeedSearch search = new SeedSearch(folder);
    long first = TestSeeds.asked().orElse(1);
    List<String> broken = new ArrayList<>();
    for (long seed = first + from; seed < first + to && broken.size() < MOST_BREACHES; seed++) {
      try {
        search.check(seed);
      } catch (AssertionError e) {
        broken.add(e.getMessage());
      }
    }
    search.counts().forEach((law, times) -> System.out.println(times + " " + law));
    assertThat(broken).isEmpty();
  }

  private static Stream<Path> kept() throws IOException {
    try (Stream<Path> files = Files.list(KEPT)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("kept")
  void whatBrokeALawDoesNotAnyMore(Path file) {
    SeedSearch search = new SeedSearch(folder);
    ExperimentSpec spec = ExperimentFile.read(file, search.catalog());

    assertThat(search.breach(spec, Law.ALL)).isEmpty();
  }
}
