package io.smartt.base.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.base.failure.LinkLoss.LossProcess;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link LossProcess}: what is drawn against what was configured, a million packets. */
class LossProcessTest {
  private static final int PACKETS = 1_000_000;
  private static final int BYTES = 4160;

  /** Standard deviations that a draw may be off; one in a million is. */
  private static final double MOST_OFF = 5;

  private record Drawn(long lost, long bursts, long longest) {}

  private static Drawn draw(LinkLoss loss, int bytes) {
    LossProcess process = new LossProcess(loss, new SplittableRandom(7));
    long lost = 0;
    long bursts = 0;
    long longest = 0;
    long run = 0;
    for (int i = 0; i < PACKETS; i++) {
      if (process.loses(bytes)) {
        lost++;
        bursts += run == 0 ? 1 : 0;
        run++;
        longest = Math.max(longest, run);
      } else {
        run = 0;
      }
    }
    return new Drawn(lost, bursts, longest);
  }

  @ParameterizedTest
  @CsvSource({"1e-4", "1e-3", "0.02", "0.5", "1"})
  void independentLossIsAsConfigured(double share) {
    double sigma = Math.sqrt(PACKETS * share * (1 - share));

    assertThat((double) draw(LinkLoss.ofShare(share), BYTES).lost())
        .isCloseTo(PACKETS * share, within(MOST_OFF * sigma));
  }

  @ParameterizedTest
  @CsvSource({"1e-9, 4160", "1e-8, 4160", "1e-6, 64", "1e-6, 9000", "1e-4, 4160"})
  void bitErrorsLoseLongPacketsMoreOften(double rate, int bytes) {
    LinkLoss loss = LinkLoss.ofBitErrors(rate);
    double share = 1 - Math.pow(1 - rate, 8.0 * bytes);
    double sigma = Math.sqrt(PACKETS * share * (1 - share));

    assertThat((double) draw(loss, bytes).lost())
        .isCloseTo(PACKETS * share, within(MOST_OFF * sigma + 1));
  }

  @ParameterizedTest
  @CsvSource({"1e-4, 0.25", "1e-3, 0.1", "0.01, 0.5"})
  void burstsHaveTheirShareAndTheirMeanLength(double p, double r) {
    LinkLoss.Bursts model = new LinkLoss.Bursts(p, r, 1, 0);
    Drawn drawn = draw(LinkLoss.ofBursts(model), BYTES);

    // A burst is a geometric number of packets: its variance is (1-r)/r^2, that of their number p.
    double bursts = PACKETS * model.badShare() * r;
    double sigma = Math.sqrt(bursts * ((1 - r) / (r * r) + 1 / (r * r)));
    assertThat((double) drawn.lost())
        .isCloseTo(PACKETS * model.meanShare(), within(MOST_OFF * sigma));
    assertThat((double) drawn.bursts()).isCloseTo(bursts, within(MOST_OFF * Math.sqrt(bursts)));
    assertThat((double) drawn.lost() / drawn.bursts())
        .isCloseTo(1 / r, within(MOST_OFF * Math.sqrt((1 - r) / (r * r) / bursts)));
  }

  @Test
  void bothStatesMayLose() {
    LinkLoss.Bursts model = new LinkLoss.Bursts(0.01, 0.1, 0.5, 0.002);

    assertThat(model.meanShare()).isCloseTo((0.1 * 0.002 + 0.01 * 0.5) / 0.11, within(1e-12));
    assertThat(draw(LinkLoss.ofBursts(model), BYTES).lost() / (double) PACKETS)
        .isCloseTo(model.meanShare(), within(0.05 * model.meanShare()));
  }

  @Test
  void causesAddUp() {
    LinkLoss.Bursts bursts = new LinkLoss.Bursts(0.001, 0.1, 1, 0);
    LinkLoss all =
        LinkLoss.ofShare(0.01).and(LinkLoss.ofBitErrors(1e-7)).and(LinkLoss.ofBursts(bursts));
    double kept = (1 - 0.01) * Math.pow(1 - 1e-7, 8.0 * BYTES) * (1 - bursts.meanShare());

    assertThat(draw(all, BYTES).lost() / (double) PACKETS)
        .isCloseTo(1 - kept, within(0.05 * (1 - kept)));
  }

  @Test
  void theSameSeedDrawsTheSame() {
    LinkLoss loss =
        LinkLoss.ofBursts(new LinkLoss.Bursts(0.001, 0.1, 1, 0)).and(LinkLoss.ofShare(0.001));

    assertThat(draw(loss, BYTES)).isEqualTo(draw(loss, BYTES));
  }

  @Test
  void nothingIsLostWithoutACause() {
    assertThat(draw(LinkLoss.NONE, BYTES).lost()).isZero();
    assertThat(LinkLoss.NONE.isNone()).isTrue();
  }
}
