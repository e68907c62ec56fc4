package io.smartt.emulation.fabric.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.counters.DropReason;
import io.smartt.emulation.counters.Drops;
import io.smartt.emulation.counters.PacketLedger;
import io.smartt.emulation.report.MachineLateness;
import io.smartt.emulation.report.MadeUpRun;
import io.smartt.emulation.report.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link TimingFigures}. */
class TimingFiguresTest {
  private static final MachineLateness QUIET = new MachineLateness(0, 0, 0, 0, 0);
  private static final RunResult RUN = MadeUpRun.completed(1);

  @Test
  void whatTheKernelDroppedIsADropForTheVerdictAsForTheTable() {
    RunResult run = RUN.withPackets(PacketLedger.of(Drops.of(DropReason.KERNEL, 125), List.of()));

    assertThat(TimingFigures.of(run, false, QUIET).lost()).isEqualTo(125).isEqualTo(run.drops());
  }
}
