package io.smartt.emulation.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.shell.Shell.QueueWatch;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link QueueWatch}. */
@Timeout(60)
class QueueWatchTest {
  /** While queues are watched, those who watch the traffic see it go on. */
  @Test
  void othersHearOfTheTrafficToo() {
    KeptOutput kept = new KeptOutput();
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
