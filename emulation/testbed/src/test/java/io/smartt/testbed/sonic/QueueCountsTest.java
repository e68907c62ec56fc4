package io.smartt.testbed.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.base.counters.QueueCounters;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.testbed.sonic.GnmiSwitch.QueueCounts;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SAI counts what a queue trimmed among what it dropped; results do not. */
@Timeout(30)
class QueueCountsTest {
  private static PacketByteCount count(long packets) {
    return new PacketByteCount(packets, 100 * packets);
  }

  private static QueueCounters counters(long dropped, long trimmed) {
    return new QueueCounters(
        count(9), count(9), count(dropped), count(trimmed), count(0), 1, 100, count(0));
  }

  private static QueueCounts read(QueueCounters counters) {
    ObjectNode fields = new ObjectMapper().createObjectNode();
    String prefix = "SAI_QUEUE_STAT_";
    fields.put(prefix + "DROPPED_PACKETS", Long.toString(counters.dropped().packets()));
    fields.put(prefix + "DROPPED_BYTES", Long.toString(counters.dropped().bytes()));
    fields.put(prefix + "TRIM_PACKETS", Long.toString(counters.trimmed().packets()));
    return QueueCounts.of(fields);
  }

  @ParameterizedTest
  @CsvSource({"0, 5", "3, 5", "3, 0", "0, 0"})
  void whatASwitchCountsAsSaiHasItIsReadAsItWas(long dropped, long trimmed) {
    QueueCounters data = counters(dropped, 0);
    QueueCounters control = counters(1, trimmed);
    QueueCounts ofData = read(data.asInSai(true, Stream.of(data, control)));
    assertThat(ofData.droppedPackets()).isEqualTo(dropped);
    assertThat(ofData.trimmedPackets()).isEqualTo(trimmed);
    assertThat(ofData.droppedBytes() == 0).isEqualTo(dropped == 0);
    QueueCounts ofControl = read(control.asInSai(false, Stream.of(data, control)));
    assertThat(ofControl.droppedPackets()).isEqualTo(1);
    assertThat(ofControl.trimmedPackets()).isZero();
  }

  @Test
  void aSwitchThatDoesNotCountTrimsAsDropsHasNoFewerThanNone() {
    assertThat(read(counters(2, 5)).droppedPackets()).isZero();
  }
}
