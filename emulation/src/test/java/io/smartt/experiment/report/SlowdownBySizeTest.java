package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.FlowRecord.PathInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SlowdownBySizeTest {
  private static final long ALONE_PS = 1_000_000;

  private static FlowRecord flow(int id, long bytes, OptionalLong finishPs) {
    return new FlowRecord(
        id,
        "h1",
        "h2",
        bytes,
        0,
        finishPs,
        2 * ALONE_PS,
        new FlowCounters(0, 0, 0, 0, 0, 0, 0, 0, FlowEnds.BOTH),
        new PathInfo(2, 1, ALONE_PS, OptionalLong.of(ALONE_PS)),
        Optional.empty());
  }

  @Test
  void groupsHaveAsManyFlowsEachAndTheirPercentiles() {
    List<FlowRecord> flows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      flows.add(flow(i, 1_000 + i, OptionalLong.of((i % 5 + 1) * ALONE_PS)));
    }

    List<SlowdownBySize> groups = SlowdownBySize.of(flows);

    assertThat(groups).hasSize(20).allMatch(group -> group.flows() == 5);
    SlowdownBySize first = groups.getFirst();
    assertThat(first.fromBytes()).isEqualTo(1_000);
    assertThat(first.toBytes()).isEqualTo(1_004);
    assertThat(first.median()).isEqualTo(3);
    assertThat(first.p95()).isCloseTo(4.8, within(1e-9));
    assertThat(first.max()).isEqualTo(5);
  }

  @Test
  void flowsOfOneSizeAreOneGroupAndUnfinishedOnesInNone() {
    List<FlowRecord> flows = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      flows.add(flow(i, 4_096, OptionalLong.of(2 * ALONE_PS)));
    }
    flows.add(flow(50, 8_192, OptionalLong.of(3 * ALONE_PS)));
    flows.add(flow(51, 8_192, OptionalLong.empty()));

    List<SlowdownBySize> groups = SlowdownBySize.of(flows);

    assertThat(groups).extracting(SlowdownBySize::flows).containsExactly(50, 1);
    assertThat(groups).extracting(SlowdownBySize::max).containsExactly(2.0, 3.0);
    assertThat(SlowdownBySize.of(List.of())).isEmpty();
  }
}
