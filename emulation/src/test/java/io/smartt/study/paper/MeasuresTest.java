package io.smartt.study.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.sweep.FinishedRun;
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
        metric,unit,flow,node,port,queue,start_us,width_us,min,mean,max
        cwnd,bytes,1,,,,0,50,9216,9216,9216
        cwnd,bytes,1,,,,50,50,9216,9216,9216
        cwnd,bytes,1,,,,100,50,3072,3072,9216
        cwnd,bytes,1,,,,150,50,3072,3072,3072
        cwnd,bytes,2,,,,100,50,1024,1024,1024
        cwnd,bytes,2,,,,150,50,1024,1024,1024
        rtt,us,1,,,,150,25,14,15,16
        rtt,us,2,,,,175,25,12.5,12.5,12.5
        goodput,bps,1,,,,50,50,,9000000,
        goodput,bps,1,,,,100,50,,2000000,
        goodput,bps,1,,,,150,50,,4000000,
        goodput,bps,2,,,,100,100,,1000000,
        queue,bytes,,s1,3,0,100,50,0,4096,8192
        trims,packets/s,,s1,3,1,0,20,,5000000,
        trims,packets/s,,s1,3,1,160,40,,200000,
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
  void trimsInSteadyStateAreThoseFromThreeToNineTenthsOfTheTime() {
    // From 60 to 180 us: half of the 8 packets from 160 to 200, none of the 100 of the start.
    assertThat(measure("steadyTrims")).isCloseTo(4, within(1e-9));
  }

  @Test
  void ratesAreOfGoodputWhileAllFlowsAreActive() {
    // From 100 to 200 us 3 and 1 Mbps: (3 + 1)^2 / (2 * (9 + 1)) = 0.8.
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
  void costsAreAtLeast1AndLessIsBetter() {
    assertThat(measure("rateUnfairness")).as("1 / 0.8").isCloseTo(1.25, within(1e-12));
    assertThat(measure("windowUnrest")).isCloseTo(1 + 0.283 * 0.283, within(0.005));
    assertThat(measure("targetMiss")).as("1.375 instead of 1.5").isCloseTo(1.125, within(1e-12));
  }

  @Test
  void trimsAreForEachPacketOfTheMessages() {
    assertThat(measure("trimShare")).as("7 trims of two packets").isEqualTo(3.5);
  }

  @Test
  void inflationIsTheLastFinishOverTheIdealOne() {
    assertThat(measure("inflation") * Measures.idealLastUs(spec)).isCloseTo(400, within(1e-9));
    assertThat(measure("trims")).isEqualTo(7);
    assertThat(measure("jain")).isNaN();
  }
}
