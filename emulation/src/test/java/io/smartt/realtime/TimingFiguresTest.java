package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.experiment.report.MadeUpRun;
import io.smartt.experiment.report.RunHistory.MachineLateness;
import io.smartt.experiment.report.RunResult;
import io.smartt.realtime.TimelinessJudge.TimingFigures;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link TimingFigures}. */
class TimingFiguresTest {
  private static final MachineLateness QUIET = new MachineLateness(0, 0, 0, 0, 0);
  private static final RunResult RUN = MadeUpRun.completed(1);

  @Test
  void whatTheKernelDroppedIsADropForTheVerdictAsForTheTable() {
    RunResult run =
        RUN.draft().packets(PacketLedger.of(Drops.of(DropReason.KERNEL, 125), List.of())).result();

    assertThat(TimingFigures.of(run, false, QUIET).lost()).isEqualTo(125).isEqualTo(run.drops());
  }
}
