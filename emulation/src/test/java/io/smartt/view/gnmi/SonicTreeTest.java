package io.smartt.view.gnmi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.PathElem;
import io.smartt.p4.pipeline.PacketByteCount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of {@link SonicTree}. */
class SonicTreeTest {
  private static final String TRIMS = "SAI_QUEUE_STAT_TRIM_PACKETS";
  private static final String DROPS = "SAI_QUEUE_STAT_DROPPED_PACKETS";

  /**
   * A port whose data queues dropped one packet each, and whose last took five that were cut and
   * dropped two more.
   */
  private static JsonNode queues(int ofData) throws IOException {
    List<QueueRecord> queues = new ArrayList<>();
    PacketByteCount none = PacketByteCount.ZERO;
    for (int queue = 0; queue <= ofData; queue++) {
      boolean data = queue < ofData;
      PacketByteCount dropped = new PacketByteCount(data ? 1 : 2, 4096);
      PacketByteCount trimmed = data ? none : new PacketByteCount(5, 5 * 4096);
      PacketByteCount lost = data ? none : new PacketByteCount(2, 2 * 4096);
      queues.add(
          new QueueRecord(
              "s1",
              1,
              queue,
              new QueueCounters(
                  none,
                  none,
                  dropped,
                  trimmed,
                  none,
                  0,
                  0,
                  none,
                  lost,
                  CountedBy.TRAFFIC_MANAGER)));
    }
    CountedSwitch device =
        new CountedSwitch(
            "s1",
            true,
            List.of(
                new CountedSwitch.CountedPort(
                    1, Optional.empty(), Optional.empty(), queues, Optional.empty())));
    Path path =
        Path.newBuilder()
            .addAllElem(
                Stream.of("COUNTERS", "Ethernet0", "Queues")
                    .map(name -> PathElem.newBuilder().setName(name).build())
                    .toList())
            .build();
    return new ObjectMapper()
        .readTree(
            new SonicTree()
                .at(device, path)
                .getFirst()
                .value()
                .in(Encoding.JSON)
                .getJsonVal()
                .toStringUtf8());
  }

  @Test
  void whatWasCutCountsAtTheOneQueueOfData() throws IOException {
    JsonNode queues = queues(1);

    JsonNode ofData = queues.path("Ethernet0:0");
    assertThat(ofData.path(TRIMS).asText()).isEqualTo("7");
    assertThat(ofData.path("SAI_QUEUE_STAT_TX_TRIM_PACKETS").asText()).isEqualTo("5");
    assertThat(ofData.path("SAI_QUEUE_STAT_DROPPED_TRIM_PACKETS").asText()).isEqualTo("2");
    assertThat(ofData.path(DROPS).asText()).isEqualTo("8");
    assertThat(queues.path("Ethernet0:1").path(TRIMS).asText()).isEqualTo("0");
    assertThat(queues.path("Ethernet0:1").path(DROPS).asText()).isEqualTo("0");
  }

  /** The switch does not count of which class a packet was that it cut. */
  @Test
  void withClassesNoQueueHasTrimsThatMayBeAnothers() throws IOException {
    JsonNode queues = queues(3);

    for (int queue = 0; queue < 4; queue++) {
      JsonNode one = queues.path("Ethernet0:" + queue);
      assertThat(one.has(TRIMS)).isFalse();
      assertThat(one.path(DROPS).asText()).isEqualTo(queue < 3 ? "1" : "2");
    }
  }
}
