package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.HostDelay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code host.delay}: hosts take time between the wire and their transport. */
class HostDelayTest {
  private static final int DRAWS = 100_000;

  @TempDir private Path folder;
  private int runs;

  private SmarttRun run(String delay, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("--topology", "single,2", "--set", "host.delay=" + delay));
    arguments.addAll(List.of(more));
    return SmarttRun.of(folder.resolve("run" + runs++), arguments.toArray(String[]::new));
  }

  /** One packet there and its acknowledgement back, on an empty network. */
  @Test
  void aRoundTripHasTheReceiversTimeAndTheSenders() {
    SmarttRun without = run("0ns", "--workload", "incast:1x4KiB");
    SmarttRun with = run("3us", "--workload", "incast:1x4KiB");

    assertThat(with.status()).as(with.err()).isZero();
    assertThat(rttUs(with) - rttUs(without)).isCloseTo(6, within(1e-3));
    // Base RTTs and ideals have the same time.
    assertThat(leastRtt(with)).isCloseTo(leastRtt(without), within(1e-3));
    assertThat(with.slowdown("max")).isCloseTo(without.slowdown("max"), within(1e-3));
  }

  /** In base RTTs. */
  private static double leastRtt(SmarttRun run) {
    return run.summary().required("leastRtt").doubleValue();
  }

  private static double rttUs(SmarttRun run) {
    return run.file("samples.csv")
        .lines()
        .filter(line -> line.startsWith("rtt,"))
        .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[9]))
        .max()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"1us..3us, 1, 1, 3", "1us+2us, 2, 1, 30", "2us, 0, 2, 2"})
  void drawsAreSpreadAsTheSettingSays(String text, double meanUs, double leastUs, double mostUs) {
    HostDelay delay = HostDelay.parse(text);
    SplittableRandom random = new SplittableRandom(1);
    long[] drawn = LongStream.generate(() -> delay.drawPs(random)).limit(DRAWS).toArray();

    // Five standard errors: an exponential draw's deviation is its mean, an even one's is less.
    assertThat(LongStream.of(drawn).average().orElseThrow() / 1e6)
        .isCloseTo(meanUs, within(5 * Math.max(meanUs, 1e-9) / Math.sqrt(DRAWS)));
    assertThat((delay.leastPs() + LongStream.of(drawn).min().orElseThrow()) / 1e6)
        .isCloseTo(leastUs, within(1e-3));
    assertThat((delay.leastPs() + LongStream.of(drawn).max().orElseThrow()) / 1e6)
        .isLessThanOrEqualTo(mostUs);
  }

  /** RoCEv2 sends again all that comes out of order. */
  @Test
  void framesKeepTheirOrder() {
    SmarttRun run = run("1us+5us", "--workload", "incast:1x1MiB", "--scheme", "rocev2");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.number("retransmissions")).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(1 << 20);
    SmarttRun again = run("1us+5us", "--workload", "incast:1x1MiB", "--scheme", "rocev2");
    assertThat(again.file("flows.csv")).isEqualTo(run.file("flows.csv"));
  }

  @Test
  void whatCannotBeIsNamed() {
    assertThatThrownBy(() -> HostDelay.parse("3us..1us"))
        .isInstanceOf(UserInputException.class)
        .hasMessage("'3us..1us' is no range: write the shorter time first");
    assertThat(run("1us+2", "--workload", "incast:1x4KiB").err()).contains("host.delay");
    assertThat(run("200s", "--workload", "incast:1x4KiB").err()).contains("host.delay");
    assertThat(run("1us", "--profile", "netns").err())
        .contains("host.delay is 1us: hosts of fabric 'netns' take the time that they take");
  }
}
