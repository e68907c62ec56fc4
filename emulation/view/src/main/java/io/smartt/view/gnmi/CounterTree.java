package io.smartt.view.gnmi;

import module java.base;

import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.PathElem;
import io.smartt.controller.gnmi.TypedValue;
import io.smartt.p4.pipeline.PacketByteCount;

/** One of the ways in which a switch names its counters. */
sealed interface CounterTree permits CounterTree.OpenConfigTree, SonicTree {
  /**
   * Returns what a switch has at a path; nothing if that is not there.
   *
   * @param path checked before, without a target
   */
  List<Leaf> at(CountedSwitch device, Path path);

  /**
   * Refuses a path that no switch can have anything at.
   *
   * @throws io.grpc.StatusRuntimeException with what there is
   */
  void check(Path path);

  /**
   * A value and where it is.
   *
   * @param path in the tree of its switch
   */
  record Leaf(Path path, Value value) {
    /** The value of a leaf. */
    sealed interface Value {
      /** Returns it as a client wants it. */
      TypedValue in(Encoding encoding);
    }

    /** A YANG counter64. */
    record Count(long count) implements Value {
      @Override
      public TypedValue in(Encoding encoding) {
        return switch (encoding) {
          // RFC 7951, 6.1: 64-bit numbers are strings.
          case JSON_IETF -> ietf("\"" + count + "\"");
          case JSON -> json(Long.toString(count));
          default -> TypedValue.newBuilder().setUintVal(count).build();
        };
      }
    }

    /** A string or the name of an enumeration's value. */
    record Text(String text) implements Value {
      @Override
      public TypedValue in(Encoding encoding) {
        String quoted = TextNode.valueOf(text).toString();
        return switch (encoding) {
          case JSON_IETF -> ietf(quoted);
          case JSON -> json(quoted);
          default -> TypedValue.newBuilder().setStringVal(text).build();
        };
      }
    }

    /** A YANG boolean. */
    record Flag(boolean is) implements Value {
      @Override
      public TypedValue in(Encoding encoding) {
        return switch (encoding) {
          case JSON_IETF -> ietf(Boolean.toString(is));
          case JSON -> json(Boolean.toString(is));
          default -> TypedValue.newBuilder().setBoolVal(is).build();
        };
      }
    }

    /** A YANG uint8, which JSON has as a number. */
    record Small(int value) implements Value {
      @Override
      public TypedValue in(Encoding encoding) {
        return encoding == Encoding.JSON_IETF
            ? ietf(Integer.toString(value))
            : new Count(value).in(encoding);
      }
    }

    /** A value that SONiC has in a database, as JSON in all encodings. */
    record Json(String text) implements Value {
      @Override
      public TypedValue in(Encoding encoding) {
        return encoding == Encoding.JSON ? json(text) : ietf(text);
      }
    }

    private static TypedValue ietf(String json) {
      return TypedValue.newBuilder().setJsonIetfVal(ByteString.copyFromUtf8(json)).build();
    }

    private static TypedValue json(String json) {
      return TypedValue.newBuilder().setJsonVal(ByteString.copyFromUtf8(json)).build();
    }
  }

  /**
   * Counters as OpenConfig's models name them (openconfig/public 94f58962): of interfaces,
   * release/models/interfaces/openconfig-interfaces.yang:883 (out-octets), 898 (out-pkts), 963
   * (out-discards), 665 (oper-status); of their queues,
   * release/models/qos/openconfig-qos-interfaces.yang:392 to 450, and the trims of both in
   * openconfig-qos-elements.yang:1446 to 1482; of which queues trim,
   * openconfig-qos-mem-mgmt.yang:357, in a profile that all ports have; of a switch as one
   * integrated circuit, release/models/platform/openconfig-platform-pipeline-counters.yang:214 and
   * 235. There are {@code in-octets} and {@code in-pkts} where the fabric counts what arrives at a
   * port: in virtual time.
   */
  static final class OpenConfigTree implements CounterTree {
    /**
     * Some vendors' switches want the module's name, as the example of Telegraf's inputs.gnmi has.
     */
    private static final Set<String> ORIGINS =
        Set.of("", "openconfig", "openconfig-interfaces", "openconfig-qos", "openconfig-platform");

    private static final PacketByteCount NOTHING = PacketByteCount.ZERO;
    private static final Path QOS = Path.newBuilder().addElem(name("qos")).build();
    private static final String DROPPED_TRIMS = "dropped-trim-pkts";

    /** A switch with one of each leaf, for paths without regard to keys. */
    private final List<Leaf> schema =
        all(
            new CountedSwitch(
                "",
                true,
                List.of(
                    new CountedSwitch.CountedPort(
                        1,
                        Optional.of(""),
                        Optional.of(true),
                        List.of(
                            new QueueCounters.QueueRecord(
                                "",
                                1,
                                0,
                                new QueueCounters(
                                    NOTHING,
                                    NOTHING,
                                    NOTHING,
                                    NOTHING,
                                    NOTHING,
                                    0,
                                    0,
                                    NOTHING,
                                    NOTHING,
                                    CountedBy.TRAFFIC_MANAGER))),
                        Optional.of(NOTHING)))));

    @Override
    public List<Leaf> at(CountedSwitch device, Path path) {
      return all(device).stream().filter(leaf -> Paths.matches(path, leaf.path())).toList();
    }

    @Override
    public void check(Path path) {
      if (!ORIGINS.contains(path.getOrigin())) {
        throw Status.UNIMPLEMENTED
            .withDescription("origin " + path.getOrigin() + ": there is openconfig")
            .asRuntimeException();
      }
      Path names = Paths.withoutKeys(path);
      if (schema.stream().noneMatch(leaf -> Paths.matches(names, leaf.path()))) {
        throw Status.UNIMPLEMENTED
            .withDescription(
                Paths.text(path)
                    + ": there are counters below /interfaces/interface/state,"
                    + " /qos/interfaces/interface/output/queues/queue/state and"
                    + " /components/component/integrated-circuit/pipeline-counters, and states"
                    + " below /qos/packet-trim and /qos/buffer-allocation-profiles")
            .asRuntimeException();
      }
    }

    private static List<Leaf> all(CountedSwitch device) {
      List<Leaf> leaves = new ArrayList<>();
      for (CountedSwitch.CountedPort port : device.ports()) {
        interfaceOf(port, leaves);
        PathElem own = keyed("interface", "interface-id", port.name());
        Path queues = below(QOS, name("interfaces"), own, name("output"), name("queues"));
        port.queues().forEach(queue -> queue(queues, queue, leaves));
      }
      device.ports().stream().limit(1).forEach(port -> trimming(device.trims(), port, leaves));
      chip(device, leaves);
      return leaves;
    }

    /** Counters of a switch as a whole: it has one integrated circuit. */
    private static void chip(CountedSwitch device, List<Leaf> leaves) {
      List<QueueCounters> queues =
          device.ports().stream()
              .flatMap(port -> port.queues().stream())
              .map(QueueCounters.QueueRecord::counters)
              .toList();
      Path counters =
          below(
              Path.getDefaultInstance(),
              name("components"),
              keyed("component", "name", "asic"),
              name("integrated-circuit"),
              name("pipeline-counters"));
      Path trim = below(counters, name("packet"), name("trim"), name("state"));
      trims(queues, trim, below(counters, name("drop"), name("state")), "trim-pkts", leaves);
    }

    private static void trimming(boolean trims, CountedSwitch.CountedPort port, List<Leaf> leaves) {
      int control = port.controlQueue().queue();
      if (trims) {
        Path state = below(QOS, name("packet-trim"), name("state"));
        leaves.add(leaf(state, "fabric-priority", new Leaf.Small(control)));
      }
      Path queues =
          below(
              QOS,
              name("buffer-allocation-profiles"),
              keyed("buffer-allocation-profile", "name", "ports"),
              name("queues"));
      for (QueueCounters.QueueRecord queue : port.queues()) {
        PathElem own = keyed("queue", "name", Integer.toString(queue.queue()));
        boolean is = trims && (queue.queue() != control);
        leaves.add(leaf(below(queues, own, name("state")), "trim-enable", new Leaf.Flag(is)));
      }
    }

    private static void interfaceOf(CountedSwitch.CountedPort port, List<Leaf> leaves) {
      PathElem own = keyed("interface", "name", port.name());
      Path state = below(Path.getDefaultInstance(), name("interfaces"), own, name("state"));
      leaves.add(leaf(state, "name", new Leaf.Text(port.name())));
      port.peer().ifPresent(peer -> leaves.add(leaf(state, "description", new Leaf.Text(peer))));
      port.up()
          .ifPresent(
              up -> leaves.add(leaf(state, "oper-status", new Leaf.Text(up ? "UP" : "DOWN"))));
      Path counters = below(state, name("counters"));
      port.received()
          .ifPresent(in -> {
            leaves.add(count(counters, "in-octets", in.bytes()));
            leaves.add(count(counters, "in-pkts", in.packets()));
          });
      if (port.countsQueues()) {
        leaves.add(count(counters, "out-octets", port.sum(queue -> queue.dequeued().bytes())));
        leaves.add(count(counters, "out-pkts", port.sum(queue -> queue.dequeued().packets())));
        leaves.add(count(counters, "out-discards", port.sum(queue -> queue.dropped().packets())));
      }
      trims(
          port.queues().stream().map(QueueCounters.QueueRecord::counters).toList(),
          counters,
          counters,
          DROPPED_TRIMS,
          leaves);
    }

    /**
     * Adds what queues count of trims.
     *
     * @param state place of those that were sent and of all
     * @param drops place of those that were dropped
     * @param dropped name of the latter
     */
    private static void trims(
        List<QueueCounters> queues, Path state, Path drops, String dropped, List<Leaf> leaves) {
      long sent = queues.stream().mapToLong(queue -> queue.trimmed().packets()).sum();
      long lost = queues.stream().mapToLong(queue -> queue.cutDropped().packets()).sum();
      leaves.add(count(state, "trim-pkts", sent + lost));
      leaves.add(count(state, "out-trim-pkts", sent));
      if (queues.stream().noneMatch(queue -> queue.countedBy() == CountedBy.PROGRAM)) {
        leaves.add(count(drops, dropped, lost));
      }
    }

    private static void queue(Path queues, QueueCounters.QueueRecord queue, List<Leaf> leaves) {
      String number = Integer.toString(queue.queue());
      Path state = below(queues, keyed("queue", "name", number), name("state"));
      QueueCounters counters = queue.counters();
      leaves.add(leaf(state, "name", new Leaf.Text(number)));
      if (counters.countedBy() == CountedBy.TRAFFIC_MANAGER) {
        leaves.add(count(state, "max-queue-len", counters.maxDepthBytes()));
      }
      if (counters.countedBy() != CountedBy.PROGRAM) {
        leaves.add(count(state, "transmit-pkts", counters.dequeued().packets()));
        leaves.add(count(state, "transmit-octets", counters.dequeued().bytes()));
        leaves.add(count(state, "dropped-pkts", counters.dropped().packets()));
        leaves.add(count(state, "dropped-octets", counters.dropped().bytes()));
      }
      leaves.add(count(state, "ecn-marked-pkts", counters.marked().packets()));
      leaves.add(count(state, "ecn-marked-octets", counters.marked().bytes()));
      trims(List.of(counters), state, state, DROPPED_TRIMS, leaves);
    }

    private static Path below(Path path, PathElem... more) {
      return path.toBuilder().addAllElem(List.of(more)).build();
    }

    private static Leaf count(Path state, String name, long value) {
      return leaf(state, name, new Leaf.Count(value));
    }

    private static Leaf leaf(Path state, String name, Leaf.Value value) {
      return new Leaf(below(state, name(name)), value);
    }

    private static PathElem name(String name) {
      return PathElem.newBuilder().setName(name).build();
    }

    private static PathElem keyed(String name, String key, String value) {
      return PathElem.newBuilder().setName(name).putKey(key, value).build();
    }
  }
}
