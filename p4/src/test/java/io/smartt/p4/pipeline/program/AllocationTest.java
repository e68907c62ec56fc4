package io.smartt.p4.pipeline.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A packet through a compiled program allocates nothing, once everything has grown. */
class AllocationTest {
  private static final int WARM_UP = 2_000;
  private static final int PACKETS = 2_000;
  private static final int ROUNDS = 5;

  /** Ethernet, IPv4 from 192.168.0.1 to 192.168.0.199, UDP to the port of UET, 16 bytes of UET. */
  private static final String UDP =
      "0200000000aa0200000000bb0800"
          + "4528007300004000"
          + "4011b839"
          + "c0a80001c0a800c7"
          + "100012b9005f0000"
          + "00".repeat(16);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void smarttWithEcmp() throws IOException {
    Pipeline pipeline = load("/io/smartt/p4/programs/smartt.json");
    EntryTarget.ActionCall toPort =
        new EntryTarget.ActionCall(
            "ingress.to_port", List.of(Bits.of(5, 9), Bits.of(0x020000000005L, 48)));
    pipeline
        .control()
        .apply(
            List.of(
                new Change.PutMember("ingress.ecmp", 1, toPort),
                new Change.PutMember("ingress.ecmp", 2, toPort),
                new Change.PutGroup(
                    "ingress.ecmp", 1, List.of(new WeightedMember(1, 1), new WeightedMember(2, 1))),
                put(
                    "ingress.ipv4_lpm",
                    new MatchValue.Lpm(Bits.of(0xc0a80000L, 32), 16),
                    new EntryTarget.Group(1)),
                put(
                    "ingress.traffic_class",
                    new MatchValue.Exact(Bits.of(10, 6)),
                    new EntryTarget.ActionCall("ingress.data_class", List.of(Bits.zero(3)))),
                new Change.PutEntry(
                    TableEntry.of(
                        "ingress.trim_limit",
                        List.of(
                            new MatchValue.Exact(Bits.of(5, 9)),
                            new MatchValue.Exact(Bits.zero(3))),
                        0,
                        new EntryTarget.ActionCall(
                            "ingress.trim_above",
                            List.of(
                                Bits.of(1000, 32),
                                Bits.of(64, 16),
                                Bits.of(48, 6),
                                Bits.of(1, 3)))))));

    assertThat(bytesFor(pipeline, UDP, 5)).isZero();
  }

  @Test
  void flowsThatAreRemembered() throws IOException {
    Pipeline pipeline = load("/programs/acl-router.json");
    pipeline
        .control()
        .apply(
            List.of(
                new Change.PutEntry(
                    TableEntry.of(
                        "ingress.acl_ingress",
                        Collections.nCopies(17, new MatchValue.Any()),
                        1,
                        new EntryTarget.ActionCall("ingress.acl_copy", List.of(Bits.of(3, 8)))))));

    assertThat(bytesFor(pipeline, UDP, 0)).isZero();
  }

  @Test
  void numbersOfSeveralLongs() throws IOException {
    Pipeline pipeline = load("/programs/wide.json");

    assertThat(bytesFor(pipeline, "a5".repeat(200), 1)).isZero();
  }

  @Test
  void stacksUnionsAndVarbits() throws IOException {
    Pipeline pipeline = load("/programs/headers.json");

    assertThat(bytesFor(pipeline, "0203" + "112233" + "99", 1)).isZero();
    assertThat(bytesFor(pipeline, "0400" + "011234" + "0155aa" + "99", 1)).isZero();
  }

  private static Change put(String table, MatchValue key, EntryTarget target) {
    return new Change.PutEntry(TableEntry.of(table, List.of(key), 0, target));
  }

  private static Pipeline load(String resource) throws IOException {
    try (InputStream json =
        Objects.requireNonNull(AllocationTest.class.getResourceAsStream(resource), resource)) {
      return Bmv2Program.load(json.readAllBytes()).instantiate(new Random(1));
    }
  }

  /**
   * Bytes that so many packets allocate, the least of some rounds, as the measurement and the JVM
   * allocate too at first; all leave by {@code port}.
   */
  private static long bytesFor(Pipeline pipeline, String hex, int port) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    Packet packet = new Packet(bytes.length);
    packet.set(bytes, 0, bytes.length, bytes.length + 1000);
    PacketContext context = pipeline.newContext();
    for (int i = 0; i < WARM_UP; i++) {
      assertThat(pass(pipeline, context, packet)).isEqualTo(port);
    }
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < PACKETS; i++) {
        pass(pipeline, context, packet);
      }
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }

  private static long pass(Pipeline pipeline, PacketContext context, Packet packet) {
    context.reset();
    context.packet().copyFrom(packet);
    context.set(StandardMetadata.INGRESS_PORT, 1);
    context.set(StandardMetadata.PACKET_LENGTH, packet.length());
    pipeline.ingress(context, 1_000_000);
    long port = context.get(StandardMetadata.EGRESS_SPEC);
    context.set(StandardMetadata.EGRESS_PORT, port);
    pipeline.egress(context, 2_000_000);
    pipeline.deparse(context);
    return port;
  }
}
