package io.smartt.p4.pipeline.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.p4.pipeline.compiler.CompiledProgram;
import io.smartt.p4.pipeline.compiler.FlowReasons;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cache of flows changes nothing that can be seen. */
@Timeout(120)
class FlowCacheTest {
  private static final int ACL_FIELDS = 17;
  private static final int PASSES = 3_000;

  /** Ethernet, IPv4 from 192.168.0.1 to 10.0.0.FLOW, UDP. */
  private static final String UDP =
      "0200000000aa0200000000bb0800"
          + "450000320000000040110000c0a800010a0000%02x"
          + "%04xf000001e0000"
          + "00".repeat(22);

  private static byte[] packet(int flow) {
    return HexFormat.of().parseHex(UDP.formatted(flow, flow));
  }

  private static Change put(
      String table, List<MatchValue> key, int priority, String action, Bits... arguments) {
    return new Change.PutEntry(
        TableEntry.of(
            table, key, priority, new EntryTarget.ActionCall(action, List.of(arguments))));
  }

  private static MatchValue number(int value) {
    return new MatchValue.Exact(Bits.of(value, 16));
  }

  /** An entry of the ingress ACL for packets from one UDP port. */
  private static List<MatchValue> fromPort(int port) {
    MatchValue[] key = new MatchValue[ACL_FIELDS];
    Arrays.fill(key, new MatchValue.Any());
    key[13] = new MatchValue.Ternary(Bits.of(port, 16), Bits.ones(16));
    return Arrays.asList(key);
  }

  /** Routes all of 10.0.0.0/8 to the one port of a next hop. */
  private static List<Change> routes() {
    return List.of(
        put(
            "ingress.l3_admit",
            List.of(new MatchValue.Any(), new MatchValue.Any()),
            1,
            "ingress.admit"),
        put(
            "ingress.ipv4",
            List.of(number(0), new MatchValue.Lpm(Bits.of(0x0a000000L, 32), 8)),
            0,
            "ingress.set_nexthop",
            Bits.of(1, 16)),
        put(
            "ingress.nexthop",
            List.of(number(1)),
            0,
            "ingress.set_ip_nexthop",
            Bits.of(1, 16),
            Bits.of(1, 16)),
        toPort(9));
  }

  private static Change toPort(int port) {
    return put(
        "ingress.router_interface",
        List.of(number(1)),
        0,
        "ingress.set_port",
        Bits.of(port, 9),
        Bits.of(0x020000000001L, 48));
  }

  private static Twins twins() {
    byte[] json = Device.json("acl-router");
    return new Twins(json, Bmv2Reader.read(json));
  }

  @Test
  void followsEveryChangeOfTheTables() {
    Twins twins = twins();
    twins.change(routes());
    Random random = new Random(5);
    for (int i = 0; i < 400; i++) {
      List<MatchValue> key = fromPort(random.nextInt(4));
      twins.change(
          List.of(
              switch (random.nextInt(5)) {
                case 0 -> put("ingress.acl_ingress", key, 7, "ingress.acl_drop");
                case 1 ->
                    put("ingress.acl_ingress", key, 7, "ingress.acl_copy", Bits.of(i % 16, 8));
                case 2 ->
                    put("ingress.acl_ingress", key, 7, "ingress.acl_mirror", Bits.of(i % 3, 16));
                case 3 -> new Change.RemoveEntry("ingress.acl_ingress", key, 7);
                default -> toPort(1 + random.nextInt(8));
              }));
      twins.change(
          List.of(
              put(
                  "ingress.mirror_session",
                  List.of(number(1)),
                  0,
                  "ingress.set_mirror",
                  Bits.of(i % 5, 9))));
      for (int sent = 0; sent < 12; sent++) {
        twins.packet(packet(sent % 4), 64, 1, i * 1_000L + sent);
      }
    }
    twins.compareState();
  }

  @Test
  void packetsShorterThanWhatIsReadHaveFlowsOfTheirOwn() {
    Twins twins = twins();
    twins.change(routes());
    byte[] whole = packet(1);
    for (int length = 0; length <= whole.length; length++) {
      for (int sent = 0; sent < 2; sent++) {
        twins.packet(Arrays.copyOf(whole, length), length, 1, 0);
        twins.packet(whole, whole.length, 1, 0);
        // As long, but the rest is only counted.
        twins.packet(Arrays.copyOf(whole, length), whole.length, 1, 0);
      }
    }
    twins.compareState();
  }

  @Test
  void flowsInOneRowAreNotMistakenForOneAnother() {
    Pipeline pipeline = load(1);
    for (int flow = 0; flow < 50; flow++) {
      pipeline
          .control()
          .apply(List.of(put("ingress.acl_ingress", fromPort(flow), 1, action(flow))));
    }
    for (int sent = 0; sent < 999; sent++) {
      int flow = sent / 3 % 50;

      assertThat(pass(pipeline, packet(flow))).isEqualTo(flow % 2 == 0 ? 511 : 9);
    }
    assertThat(usedRows(pipeline)).isEqualTo(1);
  }

  private static String action(int flow) {
    return flow % 2 == 0 ? "ingress.acl_drop" : "ingress.acl_forward";
  }

  @Test
  void aFlowThatComesAgainIsFound() {
    Pipeline pipeline = load(1 << 10);
    for (int sent = 0; sent < 100; sent++) {
      pass(pipeline, packet(sent % 10));
    }
    assertThat(usedRows(pipeline)).isEqualTo(10);
  }

  @Test
  void packetsThatNeverComeAgainEndTheSearchForAWhile() {
    Pipeline pipeline = load(4);
    byte[] bytes = packet(1);
    for (int sent = 0; sent < 10_000; sent++) {
      bytes[34] = (byte) (sent >>> 8);
      bytes[35] = (byte) sent;
      pass(pipeline, bytes);
    }
    pass(pipeline, packet(77));
    pass(pipeline, packet(77));

    assertThat(usedRows(pipeline)).isZero();
    assertThat(pass(pipeline, packet(77))).isEqualTo(9);
  }

  @Test
  void aChangeFromAnotherThreadHoldsForAllPacketsAfterIt() throws InterruptedException {
    Pipeline pipeline = load(1 << 10);
    AtomicBoolean writing = new AtomicBoolean(true);
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    pipeline.control().apply(List.of(toPort(0)));
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 1; writing.get(); i++) {
                begun.set(i);
                pipeline.control().apply(List.of(toPort(i % 500)));
                done.set(i);
              }
            });
    int wrong = 0;
    int changes = 0;
    long last = 0;
    for (int pass = 0; writer.isAlive() && (pass < PASSES || changes < 20); pass++) {
      int least = done.get();
      long port = pass(pipeline, packet(3));
      int most = begun.get();
      // Between the last change that was made and the last that was begun.
      wrong += Math.floorMod(port - least, 500) <= most - least ? 0 : 1;
      changes += port == last ? 0 : 1;
      last = port;
    }
    writing.set(false);
    writer.join();

    assertThat(wrong).isZero();
    assertThat(changes).isGreaterThanOrEqualTo(20);
    assertThat(pass(pipeline, packet(3))).isEqualTo(done.get() % 500);
  }

  @Test
  void aProgramSaysWhyItHasNone() {
    assertThat(reasons("acl-router", 2)).isEmpty();
    assertThat(reasons("router", 2)).containsExactly("tables are quick");
    assertThat(reasons("router", 0)).containsExactly("entries that age");
    assertThat(reasons("headers", 0)).contains("header stacks, unions or varbits");
    assertThat(reasons("externs", 0))
        .contains(
            "registers",
            "the primitive execute_meter",
            "the primitive modify_field_rng_uniform",
            "the primitive log_msg");
    assertThat(reasonsWith("\"algo\": \"crc16\"", "\"algo\": \"round_robin\""))
        .containsExactly("the hash round_robin");
    assertThat(
            reasonsWith(
                "[\"standard_metadata\", \"ingress_port\"]",
                "[\"standard_metadata\", \"ingress_global_timestamp\"]"))
        .containsExactly("the time of arrival");
  }

  @Test
  void manyDrawnProgramsHaveOne() {
    long cached =
        LongStream.range(0, 150)
            .mapToObj(seed -> new RandomProgram(seed).draw())
            .filter(json -> reasons(json, 0).isEmpty())
            .count();

    assertThat(cached).isGreaterThan(15);
  }

  private static List<String> reasons(String program, int slowTables) {
    return reasons(Device.json(program), slowTables);
  }

  private static List<String> reasons(byte[] json, int slowTables) {
    List<String> reasons = new ArrayList<>();
    Bmv2Program.load(
        json,
        (config, layout, schema) -> {
          reasons.addAll(FlowReasons.of(config, layout, schema, slowTables));
          return new CompiledProgram(config, layout, schema);
        });
    return reasons;
  }

  private static List<String> reasonsWith(String before, String after) {
    String json = new String(Device.json("acl-router"), UTF_8);

    assertThat(json).contains(before);
    return reasons(json.replace(before, after).getBytes(UTF_8), 2);
  }

  private static Pipeline load(int rows) {
    Pipeline pipeline = Twins.load(Device.json("acl-router"), 2, rows).instantiate(new Random(1));
    pipeline.control().apply(routes());
    return pipeline;
  }

  /** Sends a packet through ingress; the port that it is to leave by. */
  private static long pass(Pipeline pipeline, byte[] bytes) {
    PacketContext context = pipeline.newContext();
    context.packet().set(bytes, 0, bytes.length, bytes.length);
    context.set(StandardMetadata.INGRESS_PORT, 1);
    context.set(StandardMetadata.PACKET_LENGTH, bytes.length);
    pipeline.ingress(context, 0);
    return context.get(StandardMetadata.EGRESS_SPEC);
  }

  /** The number of flows in the cache that were found at least once. */
  private static int usedRows(Pipeline pipeline) {
    try {
      Object cache = field(pipeline.getClass().getSuperclass(), "flows").get(pipeline);
      Object[] rows = (Object[]) field(cache.getClass(), "rows").get(cache);
      List<Object> found = new ArrayList<>(Arrays.asList(rows));
      found.removeAll(Collections.singleton(null));
      int used = 0;
      for (Object row : found) {
        used += field(row.getClass(), "used").getBoolean(row) ? 1 : 0;
      }
      return used;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
