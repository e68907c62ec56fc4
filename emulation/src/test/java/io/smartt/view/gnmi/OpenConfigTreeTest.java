package io.smartt.view.gnmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.Path;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.view.gnmi.CounterTree.Leaf;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Trims as OpenConfig has them since its pull request 1458. */
class OpenConfigTreeTest {
  private static final PacketByteCount NONE = PacketByteCount.ZERO;

  private static QueueRecord queue(int number, long dropped, long trimmed) {
    return queue(number, dropped, trimmed, 0);
  }

  private static QueueRecord queue(int number, long dropped, long trimmed, long cutDropped) {
    return new QueueRecord(
        "s1",
        1,
        number,
        new QueueCounters(
            NONE,
            NONE,
            new PacketByteCount(dropped, 0),
            new PacketByteCount(trimmed, 0),
            NONE,
            0,
            0,
            NONE,
            new PacketByteCount(cutDropped, 0),
            CountedBy.TRAFFIC_MANAGER));
  }

  private static List<Leaf> leaves(boolean trims, QueueRecord... queues) {
    CountedSwitch device =
        new CountedSwitch(
            "s1",
            trims,
            List.of(
                new CountedSwitch.CountedPort(
                    1, Optional.empty(), Optional.empty(), List.of(queues), Optional.empty())));
    return new CounterTree.OpenConfigTree().at(device, Path.getDefaultInstance());
  }

  /** The leaves about trims of a port with two queues, by the last of their path's keys. */
  private static Map<String, Long> trims(QueueRecord data, QueueRecord control) {
    Map<String, Long> found = new TreeMap<>();
    for (Leaf leaf : leaves(true, data, control)) {
      String path = Paths.text(leaf.path());
      if (path.endsWith("trim-pkts") && leaf.value() instanceof Leaf.Count(long count)) {
        found.put(path, count);
      }
    }
    return found;
  }

  @Test
  void interfacesAndQueuesHaveTheThreeCounters() {
    String counters = "/interfaces/interface[name=Ethernet0]/state/counters/";
    String queues = "/qos/interfaces/interface[interface-id=Ethernet0]/output/queues/queue[name=";
    Map<String, Long> expected = new TreeMap<>();
    for (String state : List.of(counters, queues + "1]/state/")) {
      expected.putAll(
          Map.of(
              state + "trim-pkts", 5L,
              state + "out-trim-pkts", 5L,
              state + "dropped-trim-pkts", 0L));
    }
    String ofData = queues + "0]/state/";
    expected.putAll(
        Map.of(
            ofData + "trim-pkts", 0L,
            ofData + "out-trim-pkts", 0L,
            ofData + "dropped-trim-pkts", 0L));
    Map<String, Long> found = trims(queue(0, 7, 0), queue(1, 0, 5));
    found.keySet().removeIf(path -> path.startsWith("/components"));
    assertThat(found).isEqualTo(expected);
  }

  /** Pull request 1457: what is so, and not what is to be. */
  @Test
  void queuesOfDataSayWhetherTheyTrim() {
    String profile = "/qos/buffer-allocation-profiles/buffer-allocation-profile[name=ports]";
    for (boolean trims : List.of(true, false)) {
      Map<String, String> found = new TreeMap<>();
      for (Leaf leaf : leaves(trims, queue(0, 0, 0), queue(1, 0, 0), queue(2, 0, 0))) {
        String path = Paths.text(leaf.path());
        if (path.startsWith(profile) || path.contains("packet-trim")) {
          found.put(path, leaf.value().in(Encoding.JSON_IETF).getJsonIetfVal().toStringUtf8());
        }
      }
      Map<String, String> expected = new TreeMap<>();
      for (int queue = 0; queue < 3; queue++) {
        expected.put(
            profile + "/queues/queue[name=" + queue + "]/state/trim-enable",
            Boolean.toString(trims && queue < 2));
      }
      if (trims) {
        expected.put("/qos/packet-trim/state/fabric-priority", "2");
      }
      assertThat(found).isEqualTo(expected);
    }
    Leaf.Flag flag = new Leaf.Flag(true);
    assertThat(flag.in(Encoding.PROTO).getBoolVal()).isTrue();
    assertThat(flag.in(Encoding.JSON).getJsonVal().toStringUtf8()).isEqualTo("true");
    assertThat(new Leaf.Small(6).in(Encoding.PROTO).getUintVal()).isEqualTo(6);
    assertThat(new Leaf.Small(6).in(Encoding.JSON).getJsonVal().toStringUtf8()).isEqualTo("6");
  }

  /** As of BMv2, whose queues have no counters. */
  @Test
  void whatAProgramDoesNotCountHasNoLeaf() {
    QueueRecord ofProgram =
        new QueueRecord(
            "s1",
            1,
            0,
            new QueueCounters(NONE, NONE, NONE, NONE, NONE, 0, 0, NONE, NONE, CountedBy.PROGRAM));
    List<String> names =
        leaves(true, ofProgram).stream()
            .map(leaf -> leaf.path().getElemList().getLast().getName())
            .toList();
    assertThat(names)
        .contains("trim-pkts", "ecn-marked-pkts")
        .doesNotContain("dropped-trim-pkts", "dropped-pkts", "transmit-pkts", "max-queue-len")
        .doesNotContain("out-octets", "out-pkts", "out-discards");
  }

  /** ACKs may be among what the queue of trimmed packets dropped. */
  @Test
  void trimsHaveThoseThatWereDroppedLaterAndSayHowMany() {
    String counters = "/interfaces/interface[name=Ethernet0]/state/counters/";
    assertThat(trims(queue(0, 0, 0), queue(1, 3, 5, 2)))
        .containsEntry(counters + "trim-pkts", 7L)
        .containsEntry(counters + "out-trim-pkts", 5L)
        .containsEntry(counters + "dropped-trim-pkts", 2L);
    String chip = "/components/component[name=asic]/integrated-circuit/pipeline-counters/";
    assertThat(trims(queue(0, 0, 0), queue(1, 3, 5, 2)))
        .containsEntry(chip + "packet/trim/state/trim-pkts", 7L)
        .containsEntry(chip + "packet/trim/state/out-trim-pkts", 5L)
        .containsEntry(chip + "drop/state/trim-pkts", 2L);
  }
}
