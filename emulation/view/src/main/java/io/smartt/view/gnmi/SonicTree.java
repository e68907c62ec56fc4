package io.smartt.view.gnmi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grpc.Status;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.controller.gnmi.Path;
import io.smartt.view.gnmi.CounterTree.Leaf;
import java.util.List;

/**
 * Counters as SONiC shows its COUNTERS_DB by names of ports (sonic-gnmi 5ec1c20b,
 * sonic_data_client/virtual_db.go:90, doc/grpc_telemetry.md:418): {@code COUNTERS/Ethernet0},
 * {@code COUNTERS/Ethernet0/SAI_PORT_STAT_IF_OUT_OCTETS}, {@code COUNTERS/Ethernet0/Queues}, and
 * {@code Ethernet*} for all ports. One path has one JSON value, numbers in it are strings.
 */
final class SonicTree implements CounterTree {
  static final String DATABASE = "COUNTERS_DB";

  private static final String TABLE = "COUNTERS";
  private static final String QUEUES = "Queues";
  private static final String ALL = "Ethernet*";
  private static final int DEEPEST = 3;

  @Override
  public void check(Path path) {
    int names = path.getElemCount();
    if (names < 2
        || names > DEEPEST
        || !name(path, 0).equals(TABLE)
        || !name(path, 1).startsWith("Ethernet")) {
      throw Status.UNIMPLEMENTED
          .withDescription(
              Paths.text(path)
                  + ": of COUNTERS_DB there are COUNTERS/Ethernet0, COUNTERS/Ethernet0/COUNTER,"
                  + " COUNTERS/Ethernet0/Queues, and Ethernet* for all ports")
          .asRuntimeException();
    }
  }

  @Override
  public List<Leaf> at(CountedSwitch device, Path path) {
    String wanted = name(path, 1);
    boolean all = wanted.equals(ALL);
    List<CountedSwitch.CountedPort> ports =
        device.ports().stream().filter(port -> all || port.name().equals(wanted)).toList();
    if (ports.isEmpty()) {
      return List.of();
    }
    String below = path.getElemCount() == DEEPEST ? name(path, 2) : "";
    if (below.equals(QUEUES)) {
      ObjectNode queues = nothing();
      ports.forEach(port ->
          port.queues()
              .forEach(queue -> queues.set(port.name() + ":" + queue.queue(), of(queue, port))));
      return leaf(path, queues.toString());
    }
    ObjectNode found = nothing();
    for (CountedSwitch.CountedPort port : ports) {
      ObjectNode counters = of(port);
      if (!below.isEmpty()) {
        counters.retain(below);
      }
      if (!counters.isEmpty()) {
        found.set(port.name(), counters);
      }
    }
    if (found.isEmpty()) {
      return List.of();
    }
    if (all) {
      return leaf(path, found.toString());
    }
    return leaf(
        path, (below.isEmpty() ? found.path(wanted) : found.path(wanted).path(below)).toString());
  }

  private static List<Leaf> leaf(Path path, String json) {
    return List.of(new Leaf(path, new Leaf.Json(json)));
  }

  private static ObjectNode of(CountedSwitch.CountedPort port) {
    ObjectNode counters = nothing();
    port.received()
        .ifPresent(in -> {
          put(counters, "SAI_PORT_STAT_IF_IN_OCTETS", in.bytes());
          put(counters, "SAI_PORT_STAT_IF_IN_UCAST_PKTS", in.packets());
        });
    if (port.countsQueues()) {
      put(counters, "SAI_PORT_STAT_IF_OUT_OCTETS", port.sum(queue -> queue.dequeued().bytes()));
      put(
          counters,
          "SAI_PORT_STAT_IF_OUT_UCAST_PKTS",
          port.sum(queue -> queue.dequeued().packets()));
      put(counters, "SAI_PORT_STAT_IF_OUT_DISCARDS", port.sum(queue -> queue.dropped().packets()));
    }
    long sent = port.sum(queue -> queue.trimmed().packets());
    long lost = port.sum(queue -> queue.cutDropped().packets());
    put(counters, "SAI_PORT_STAT_TRIM_PACKETS", sent + lost);
    put(counters, "SAI_PORT_STAT_TX_TRIM_PACKETS", sent);
    put(counters, "SAI_PORT_STAT_DROPPED_TRIM_PACKETS", lost);
    return counters;
  }

  private static ObjectNode of(QueueCounters.QueueRecord queue, CountedSwitch.CountedPort port) {
    // The last takes what is cut in the others. With classes nobody counts which that was.
    boolean classes = port.queues().size() > 2;
    QueueCounters own = queue.counters();
    QueueCounters from =
        classes
            ? own
            : own.asInSai(
                queue.equals(port.queues().getFirst()),
                port.queues().stream().map(QueueCounters.QueueRecord::counters).toList());
    ObjectNode counters = nothing();
    if (port.countsQueues()) {
      put(counters, "SAI_QUEUE_STAT_PACKETS", from.dequeued().packets());
      put(counters, "SAI_QUEUE_STAT_BYTES", from.dequeued().bytes());
      put(counters, "SAI_QUEUE_STAT_DROPPED_PACKETS", from.dropped().packets());
      put(counters, "SAI_QUEUE_STAT_DROPPED_BYTES", from.dropped().bytes());
    }
    if (!classes) {
      put(counters, "SAI_QUEUE_STAT_TRIM_PACKETS", from.trimmed().packets());
      put(counters, "SAI_QUEUE_STAT_TX_TRIM_PACKETS", from.cut().packets());
      put(counters, "SAI_QUEUE_STAT_DROPPED_TRIM_PACKETS", from.cutDropped().packets());
    }
    put(counters, "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", from.marked().packets());
    put(counters, "SAI_QUEUE_STAT_WRED_ECN_MARKED_BYTES", from.marked().bytes());
    if (from.countedBy() == CountedBy.TRAFFIC_MANAGER) {
      put(counters, "SAI_QUEUE_STAT_SHARED_WATERMARK_BYTES", from.maxDepthBytes());
    }
    return counters;
  }

  private static void put(ObjectNode counters, String name, long count) {
    counters.put(name, Long.toString(count));
  }

  private static ObjectNode nothing() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static String name(Path path, int place) {
    return path.getElem(place).getName();
  }
}
