package io.smartt.emulation.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepRunner.SweepMonitor.State;
import io.smartt.switchd.console.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SweepProgressTest {
  private final StringWriter err = new StringWriter();
  private final AtomicLong clockNs = new AtomicLong();

  private SweepProgress progress(boolean terminal) {
    PrintWriter writer = new PrintWriter(err, true);
    Console console = new Console(new PrintWriter(new StringWriter()), writer, terminal);
    return new SweepProgress(console, clockNs::get, () -> false);
  }

  @Test
  void theBarTellsWhatIsLeftFromWhatThisProcessDid() {
    SweepProgress progress = progress(true);
    clockNs.set(60_000_000_000L);

    // Of 10 runs 4 are earlier ones; 1 and two halves took a minute, 4 are left: two minutes.
    progress.progress(new State(5, 4, 10, 1.0));

    assertThat(err.toString())
        .endsWith("[##################            ] 5 of 10 runs (4 earlier), 2 min 0 s left");
  }

  @Test
  void elsewhereThereIsALineARun() {
    SweepProgress progress = progress(false);
    clockNs.set(3_000_000_000L);
    progress.progress(new State(0, 0, 2, 0.5));
    progress.finished(
        new FinishedRun(
            Map.of("seed", "1"),
            Path.of("f"),
            JsonNodeFactory.instance.objectNode().put("status", "completed")),
        new State(1, 0, 2, 0));

    assertThat(err.toString().strip()).isEqualTo("smartt: 1 of 2 runs, 3 s left; seed=1 completed");
  }
}
