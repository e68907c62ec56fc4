package io.smartt.emulation.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.switchd.console.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Tests of {@link ProgressLine}. */
class ProgressLineTest {
  private static final long MS_PS = 1_000_000_000;

  private final StringWriter err = new StringWriter();
  private long nowNs;

  @Test
  void aTerminalHasOneLineWrittenOverTenTimesASecond() {
    ProgressLine line = line(true);
    line.stage("programming 8 switches");
    for (int percent = 0; percent <= 20; percent += 10) {
      line.progress(at(percent));
      nowNs += 60_000_000;
    }
    nowNs += 40_000_000_000L;
    line.progress(at(40));
    nowNs += 1_000_000_000L;
    line.progress(at(100));
    line.clear();

    assertThat(err)
        .hasToString(
            "\r"
                + "\u001B[Kprogramming 8 switches\r"
                + "\u001B[K[                    ] 0 %, 0 of 15 flows done, 0.000 us simulated, time"
                + " left unknown\r"
                + "\u001B[K[####                ] 20 %, 3 of 15 flows done, 2.000 ms simulated, 0 s"
                + " left\r"
                + "\u001B[K[########            ] 40 %, 6 of 15 flows done, 4.000 ms simulated, 1"
                + " min 0 s left\r"
                + "\u001B[K[####################] 100 %, 15 of 15 flows done, 10.000 ms simulated\r"
                + "\u001B[K");
  }

  @Test
  void elsewhereThereIsALineAStageAndAQuarter() {
    ProgressLine line = line(false);
    line.stage("programming 8 switches");
    for (int percent = 0; percent <= 100; percent++) {
      line.progress(at(percent));
    }
    line.clear();

    assertThat(err.toString().lines())
        .containsExactly(
            "smartt: programming 8 switches",
            "smartt:  25 % of bytes delivered, 3 of 15 flows done, 2.500 ms simulated",
            "smartt:  50 % of bytes delivered, 7 of 15 flows done, 5.000 ms simulated",
            "smartt:  75 % of bytes delivered, 11 of 15 flows done, 7.500 ms simulated",
            "smartt: 100 % of bytes delivered, 15 of 15 flows done, 10.000 ms simulated");
  }

  @Test
  void aLongRunSaysAfterThreeSecondsWhatIsLeft() {
    ProgressLine line = line(false);
    line.progress(at(0));
    nowNs += 2_900_000_000L;
    line.progress(at(1));
    nowNs += 100_000_000L;
    line.progress(at(3));
    nowNs += 22_000_000_000L;
    line.progress(at(25));
    nowNs += 70_000_000_000L;
    line.progress(at(95));

    assertThat(err.toString().lines())
        .containsExactly(
            "smartt:   3 % of bytes delivered, 0 of 15 flows done, 300.000 us simulated, 1 min 37 s"
                + " left",
            "smartt:  25 % of bytes delivered, 3 of 15 flows done, 2.500 ms simulated, 1 min 15 s"
                + " left",
            "smartt:  95 % of bytes delivered, 14 of 15 flows done, 9.500 ms simulated");
  }

  private ProgressLine line(boolean terminal) {
    Console console =
        new Console(new PrintWriter(new StringWriter()), new PrintWriter(err), terminal);
    return new ProgressLine(console, () -> nowNs, () -> false);
  }

  private static Progress at(int percent) {
    return new Progress(percent * MS_PS / 10, percent, 100, percent * 15 / 100, 15);
  }
}
