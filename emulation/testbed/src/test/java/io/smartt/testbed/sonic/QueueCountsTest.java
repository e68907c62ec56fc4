package io.smartt.testbed.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.testbed.sonic.GnmiSwitch.QueueCounts;
import java.util.List;
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

  private static QueueCounters counters(long dropped, long trimmed, long lost) {
    return new QueueCounters(
        count(9),
        count(9),
        count(dropped),
        count(trimmed),
        count(0),
        1,
        100,
        count(0),
        count(lost),
        CountedBy.TRAFFIC_MANAGER);
  }

  private static ObjectNode fields(QueueCounters counters) {
    ObjectNode fields = new ObjectMapper().createObjectNode();
    String prefix = "SAI_QUEUE_STAT_";
    fields.put(prefix + "DROPPED_PACKETS", Long.toString(counters.dropped().packets()));
    fields.put(prefix + "DROPPED_BYTES", Long.toString(counters.dropped().bytes()));
    fields.put(prefix + "TRIM_PACKETS", Long.toString(counters.trimmed().packets()));
    fields.put(prefix + "TX_TRIM_PACKETS", Long.toString(counters.cut().packets()));
    fields.put(prefix + "DROPPED_TRIM_PACKETS", Long.toString(counters.cutDropped().packets()));
    return fields;
  }

  private static QueueCounts read(QueueCounters counters) {
    return QueueCounts.of(fields(counters));
  }

  /** What was cut and found no room is lost, although SAI has it among the trims. */
  @ParameterizedTest
  @CsvSource({"0, 5, 0", "3, 5, 0", "3, 0, 0", "0, 0, 0", "3, 5, 2", "0, 0, 4"})
  void whatASwitchCountsAsSaiHasItIsReadAsItWas(long dropped, long trimmed, long lost) {
    QueueCounters data = counters(dropped + lost, 0, lost);
    QueueCounters control = counters(1, trimmed, 0);
    List<QueueCounters> port = List.of(data, control);
    QueueCounts ofData = read(data.asInSai(true, port));
    assertThat(ofData.droppedPackets()).isEqualTo(dropped + lost);
    assertThat(ofData.trimmedPackets()).isEqualTo(trimmed);
    assertThat(ofData.cutDroppedPackets()).isEqualTo(lost);
    assertThat(ofData.droppedBytes() == 0).isEqualTo(dropped + lost == 0);
    QueueCounts ofControl = read(control.asInSai(false, port));
    assertThat(ofControl.droppedPackets()).isEqualTo(1);
    assertThat(ofControl.trimmedPackets()).isZero();
  }

  /** As some ASICs do, for which SONiC works it out by port (nvda_port_trim_drop.lua). */
  @Test
  void lostTrimsOfASwitchThatDoesNotCountThemAreThoseItDidNotSend() {
    QueueCounters data = counters(3 + 2, 0, 2);
    ObjectNode fields = fields(data.asInSai(true, List.of(data, counters(1, 5, 0))));
    fields.remove("SAI_QUEUE_STAT_DROPPED_TRIM_PACKETS");
    assertThat(QueueCounts.of(fields).cutDroppedPackets()).isEqualTo(2);
    assertThat(QueueCounts.of(fields).droppedPackets()).isEqualTo(5);
    fields.remove("SAI_QUEUE_STAT_TX_TRIM_PACKETS");
    assertThat(QueueCounts.of(fields).cutDroppedPackets()).as("nobody says").isZero();
    assertThat(QueueCounts.of(fields).trimmedPackets()).isEqualTo(7);
  }

  @Test
  void aSwitchThatDoesNotCountTrimsAsDropsHasNoFewerThanNone() {
    assertThat(read(counters(2, 5, 0)).droppedPackets()).isZero();
    assertThat(read(counters(2, 0, 2)).droppedPackets()).as("counted elsewhere").isEqualTo(2);
  }
}
