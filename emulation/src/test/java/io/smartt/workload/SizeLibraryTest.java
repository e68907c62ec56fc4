package io.smartt.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.experiment.settings.InputSources;
import io.smartt.experiment.settings.InputSources.InputSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeLibraryTest {
  /**
   * Means by hand: sum over the file's lines of the step in share times the middle of its sizes.
   */
  @ParameterizedTest
  @CsvSource({"web-search, 1711250", "hadoop, 120421", "storage, 40870"})
  void hasTheMeanOfItsPoints(String name, double meanBytes) {
    String text = Workloads.sizesNamed(name).orElseThrow();

    assertThat(SizeDistribution.parse(name, text).meanBytes())
        .isCloseTo(meanBytes, within(meanBytes / 1000));
  }

  @Test
  void aRunKeepsTheTextOfTheDistributionThatItNames() {
    String spec = "poisson:0.3x50xweb-search";

    InputSource source = InputSources.workload(spec);

    assertThat(source).isInstanceOf(InputSource.FileText.class);
    String sizes = ((InputSource.FileText) source).text();
    assertThat(sizes).contains("SIGCOMM 2010");
    assertThat(Workloads.drawn(spec, sizes, 16, 50_000_000_000L, new SplittableRandom(1)).flows())
        .hasSize(50);
  }

  @Test
  void everyNameHasATextAndNoOtherHas() {
    assertThat(Workloads.sizeNames()).allMatch(name -> Workloads.sizesNamed(name).isPresent());
    assertThat(Workloads.sizesNamed("web-serach")).isEmpty();
  }
}
