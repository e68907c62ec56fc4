package io.smartt.host.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.agent.daemon.AgentFlow.SampleBuffer;
import io.smartt.host.agent.v1.Samples;
import org.junit.jupiter.api.Test;

class SampleBufferTest {
  @Test
  void leavesOutWhatFollowsTooSoonAlsoAcrossReports() {
    SampleBuffer buffer = new SampleBuffer();
    buffer.add(100, 1, 11, 11, 50);
    buffer.add(149, 2, 12, 12, 50);
    buffer.add(150, 3, 13, 13, 50);

    Samples first = buffer.drain(7);
    buffer.add(199, 4, 14, 14, 50);
    buffer.add(200, 5, 15, 15, 50);

    assertThat(first.getFlowId()).isEqualTo(7);
    assertThat(first.getTimePsList()).containsExactly(100L, 150L);
    assertThat(first.getWindowBytesList()).containsExactly(1L, 3L);
    assertThat(first.getRttPsList()).containsExactly(11L, 13L);
    assertThat(first.getDeliveredBytesList()).containsExactly(11L, 13L);
    assertThat(buffer.drain(7).getTimePsList()).containsExactly(200L);
    assertThat(buffer.isEmpty()).isTrue();
  }

  @Test
  void growsUpToABound() {
    SampleBuffer buffer = new SampleBuffer();
    for (int i = 0; i < 70_000; i++) {
      buffer.add(i, i, i, i, 0);
    }

    assertThat(buffer.drain(1).getTimePsCount()).isEqualTo(65_536);
  }
}
