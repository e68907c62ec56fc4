package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Causes that docs/use/transport.md gives for what queues deeper than one BDP do to a scheme. */
class DeepQueuesTest {
  private static final int FRAME_BYTES = 4_170;

  /** Base RTTs after which no queue here lets a packet time out. */
  private static final String PATIENT = "transport.timeout-base-rtts=60";

  @TempDir private Path folder;
  private int runs;

  private SmarttRun run(String... arguments) {
    SmarttRun run = SmarttRun.of(folder.resolve("run" + runs++), arguments);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private SmarttRun dctcp(int thresholdPackets, String... more) {
    // Percent of 200 packets.
    String percent = Integer.toString(thresholdPackets / 2);
    List<String> arguments =
        new ArrayList<>(List.of("--topology", "single,9", "--workload", "incast:8x4MiB"));
    arguments.addAll(List.of("--scheme", "dctcp", "--set", "queue.size=200packets"));
    arguments.addAll(List.of("--set", "queue.kmin=" + percent, "--set", "queue.kmax=" + percent));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  /** Mean of the data queue to the receiver, in packets. */
  private static double meanPackets(SmarttRun run) {
    return run.file("samples.csv")
            .lines()
            .filter(line -> line.startsWith("queue,bytes,,s1,1,0,"))
            .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[9]))
            .average()
            .orElseThrow()
        / FRAME_BYTES;
  }

  @Test
  void aQueueThatOutlastsTheTimeoutStaysBelowItsThreshold() {
    SmarttRun early = dctcp(80);
    SmarttRun patient = dctcp(80, "--set", PATIENT);

    assertThat(early.number("timeouts")).isPositive();
    assertThat(early.number("drops")).isZero();
    assertThat(meanPackets(early)).isLessThan(60);
    assertThat(patient.number("timeouts")).isZero();
    assertThat(meanPackets(patient)).isCloseTo(80, withinPercentage(10));
    assertThat(meanPackets(dctcp(40))).isCloseTo(40, withinPercentage(10));
  }

  private SmarttRun swift(String queue) {
    // Eight flows of each leaf share one link, with windows of 1.5 BDP: 12 BDP wait at most.
    return run(
        "--profile",
        "htsim-800g",
        "--topology",
        "leafspine,2,1,8",
        "--workload",
        "core-permutation:2MiB",
        "--scheme",
        "swift",
        "--set",
        "queue.size=" + queue,
        "--set",
        PATIENT);
  }

  @Test
  void swiftsWindowsFallOnceAnRttWhichHasTheQueueInIt() {
    SmarttRun shallow = swift("0.5bdp");
    SmarttRun deep = swift("8bdp");

    assertThat(deep.number("trims")).isGreaterThan(shallow.number("trims"));
    assertThat(windowBytes(deep)).isGreaterThan(3 * windowBytes(shallow));
    assertThat(swift("12bdp").number("trims")).isZero();
  }

  /** Mean window 60 us after the start, when the first of both has half of its data out. */
  private static double windowBytes(SmarttRun run) {
    return run.file("samples.csv")
        .lines()
        .filter(line -> line.startsWith("cwnd,"))
        .map(line -> line.split(",", -1))
        .filter(line -> (int) (Double.parseDouble(line[6]) / 10) == 6)
        .mapToDouble(line -> Double.parseDouble(line[9]))
        .average()
        .orElseThrow();
  }

  @Test
  void windowsBelowOnePacketNeedTimeToBecomeFair() {
    for (String scheme : List.of("swift", "smartt")) {
      List<Double> jain = new ArrayList<>();
      for (String message : List.of("1MiB", "4MiB")) {
        jain.add(
            run(
                    "--topology",
                    "single,41",
                    "--workload",
                    "incast:40x" + message,
                    "--scheme",
                    scheme,
                    "--set",
                    scheme.equals("smartt") ? "smartt.pacer=true" : "swift.min-window-packets=0.01")
                .jain());
      }
      assertThat(jain).as(scheme).isSorted();
      assertThat(jain.getLast()).as(scheme).isGreaterThan(0.93);
    }
  }
}
