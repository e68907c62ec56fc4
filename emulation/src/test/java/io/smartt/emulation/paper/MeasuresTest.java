package io.smartt.emulation.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.smartt.emulation.experiment.ExperimentLoader;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.launch.Fabrics;
import io.smartt.emulation.settings.ProfileLibrary;
import io.smartt.emulation.sweep.FinishedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two flows: all active from 100 to 200 us, windows of 3 and 1 KiB after a dip, RTTs alike. */
class MeasuresTest {
  @TempDir private Path folder;
  private final ExperimentSpec spec =
      new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
          .load("virtual", Map.of("workload", "incast:2x4096"), List.of(), false);

  @BeforeEach
  void writeFolder() throws IOException {
    Files.writeString(
        folder.resolve("flows.csv"),
        """
        flow,src,dst,start_us,fct_us,base_rtt_us
        1,h1,h0,0,200,8
        2,h2,h0,100,300,10
        """);
    Files.writeString(
        folder.resolve("samples.csv"),
        """
        metric,flow,switch,port,queue,time_us,value
        cwnd_bytes,1,,,,0,9216
        cwnd_bytes,1,,,,100,3072
        cwnd_bytes,1,,,,199,3072
        cwnd_bytes,2,,,,100,1024
        cwnd_bytes,2,,,,150,1024
        rtt_us,1,,,,120,10
        rtt_us,1,,,,180,15
        rtt_us,2,,,,160,12.5
        queue_bytes,,s1,3,0,120,4096
        """);
  }

  private double measure(String name) {
    FinishedRun run =
        new FinishedRun(
            Map.of(),
            folder,
            JsonNodeFactory.instance.objectNode().put("lastFinishUs", 400).put("trims", 7));
    return Measures.of(name, run, spec);
  }

  @Test
  void ratesAreWindowOverRttWhileAllFlowsAreActive() {
    // Rates 3072 / 12.5 and 1024 / 12.5: (3 + 1)^2 / (2 * (9 + 1)) = 0.8.
    assertThat(measure("rateJain")).isCloseTo(0.8, within(1e-12));
  }

  @Test
  void theLowestWindowIsOfTheMeanOfAllFlows() {
    assertThat(measure("lowestWindow")).isEqualTo(2);
  }

  @Test
  void rttsAreOfTheLaterHalfAndInBaseRtts() {
    // From 150 us on: 15 and 12.5, mean 13.75, over the longest base RTT of 10.
    assertThat(measure("rttInBaseRtts")).isCloseTo(1.375, within(1e-12));
    assertThat(measure("baseRtt")).isEqualTo(10);
  }

  @Test
  void windowsVaryInSteadyState() {
    // From 60 to 180 us flow 1 has 9 KiB for a third of the time, then 3: mean 5, deviation
    // sqrt(8), 0.566 of the mean; flow 2 does not vary: 0.283 together.
    assertThat(measure("windowVariation")).isCloseTo(0.283, within(0.005));
  }

  @Test
  void inflationIsTheLastFinishOverTheIdealOne() {
    assertThat(measure("inflation") * Measures.idealLastUs(spec)).isCloseTo(400, within(1e-9));
    assertThat(measure("trims")).isEqualTo(7);
    assertThat(measure("jain")).isNaN();
  }
}
