package io.smartt.switchd.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class QueueMessagesTest {
  private static PacketByteCount count(long packets) {
    return new PacketByteCount(packets, 100 * packets);
  }

  /** But for what only SAI's way of counting needs, which is of switches in this process. */
  @Test
  void countsOfAQueueComeBackAsTheyWere() {
    QueueStatus status =
        new QueueStatus(
            3,
            1,
            QueueConfig.packets(9),
            2,
            200,
            new QueueCounters(
                count(1),
                count(2),
                count(3),
                count(4),
                count(5),
                6,
                600,
                PacketByteCount.ZERO,
                count(7),
                CountedBy.TRAFFIC_MANAGER));

    var response = ControlMessages.response(1, List.of(status));

    assertThat(ControlMessages.status(response.getQueues(0))).isEqualTo(status);
  }
}
