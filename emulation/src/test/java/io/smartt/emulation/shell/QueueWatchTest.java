package io.smartt.emulation.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.emulation.shell.Shell.QueueWatch;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunMonitor.ForwardingMonitor;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link QueueWatch}. */
@Timeout(60)
class QueueWatchTest {
  /** Keeps lines, and what a page of the traffic would hear. */
  private static final class Kept implements ShellOutput {
    final List<String> lines = new ArrayList<>();
    final List<Progress> heard = new ArrayList<>();

    @Override
    public void line(String text) {
      lines.add(text);
    }

    @Override
    public void table(List<String> titles, List<List<String>> rows) {}

    @Override
    public void result(RunResult result) {}

    @Override
    public <T> T during(Function<RunMonitor, T> work) {
      return work.apply(
          new ForwardingMonitor(RunMonitor.NONE) {
            @Override
            public void progress(Progress progress) {
              heard.add(progress);
            }
          });
    }

    @Override
    public int program(ProcessBuilder program) {
      throw new AssertionError("no program runs");
    }
  }

  /** While queues are watched, those who watch the traffic see it go on. */
  @Test
  void othersHearOfTheTrafficToo() {
    Kept kept = new Kept();
    try (LiveNetwork network =
        Fabrics.builtIn()
            .open(
                new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
                    .load("virtual", Map.of("topology", "leafspine,2,2,2"), List.of(), false),
                Clock.systemUTC(),
                RunMonitor.NONE)) {
      new Shell(network, kept).execute("queues leaf1 during incast 3x256KiB");
    }
    assertThat(kept.lines).hasSizeGreaterThan(1).first().asString().contains(" % ");
    assertThat(kept.heard).hasSizeGreaterThanOrEqualTo(kept.lines.size());
    assertThat(kept.heard.getLast().bytesDelivered()).isPositive();
  }
}
