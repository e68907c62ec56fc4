package io.smartt.testbed.standin.asic;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.host.wire.Bytes;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.testbed.standin.asic.RouteTable.NextHop;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Routes, classes, ARP and WRED of a chip with three ports, of which the third is in a VRF apart.
 */
@Timeout(30)
class RouterPipelineTest {
  private static final long ROUTER = 0x021122334401L;
  private static final long HOST = 0x020000000001L;
  private static final int HOST_IP = 0x0a000001;
  private static final int OWN_IP = 0xac100001;
  private static final int PEER_IP = 0xac100003;
  private static final int DATA = 10;
  private static final int TTL = 64;

  private long depth;
  private final RouterPipeline pipeline =
      new RouterPipeline((port, queue) -> depth, (port, queue) -> 10_000, new SplittableRandom(1));
  private final NextHop host = new NextHop(1, 0xac100000, HOST);
  private final NextHop spineA = new NextHop(2, PEER_IP, NextHop.UNKNOWN);
  private final NextHop spineB = new NextHop(4, PEER_IP + 2, 0x0211223344ffL);

  RouterPipelineTest() {
    RouteTable first =
        new RouteTable(
            List.of(
                new RouteTable.Route(HOST_IP, 32, List.of(host)),
                new RouteTable.Route(0x0a000000, 8, List.of(spineA, spineB))));
    RouteTable apart = new RouteTable(List.of());
    pipeline.forwardBy(
        new AsicTables(
            ROUTER,
            7,
            Map.of(
                1, port(first, OWN_IP),
                2, port(first, OWN_IP + 1),
                3, port(apart, OWN_IP + 4),
                4, port(first, OWN_IP + 8)),
            List.of(host, spineA, spineB)));
  }

  private static AsicPort port(RouteTable routes, int address) {
    Integer[] classes = new Integer[64];
    Arrays.fill(classes, 1);
    classes[DATA] = 0;
    classes[48] = 6;
    return new AsicPort(
        routes,
        List.of(address),
        List.of(classes),
        List.of(0, 1, 2, 3, 4, 5, 6, 7),
        Map.of(0, new AsicPort.Wred(1000, 5000, 0.5, true)),
        List.of(Ipv4Prefix.parse("10.0.0.12/30")));
  }

  private static byte[] frame(long toMac, int to, int dscp, int ecn, int sourcePort) {
    byte[] frame = new byte[100];
    Bytes.putInt48(frame, 0, toMac);
    Bytes.putShort(frame, FrameFields.ETHERTYPE, FrameFields.TYPE_IPV4);
    frame[14] = 0x45;
    frame[FrameFields.TOS] = (byte) (dscp << 2 | ecn);
    frame[FrameFields.TTL] = TTL;
    frame[FrameFields.PROTOCOL] = 17;
    Bytes.putInt(frame, FrameFields.SOURCE, 0x0a000009);
    Bytes.putInt(frame, FrameFields.DESTINATION, to);
    Bytes.putShort(frame, FrameFields.L4_PORTS, sourcePort);
    // A header whose words add up to nothing has the checksum of all ones, which this corrects.
    Bytes.putShort(frame, FrameFields.CHECKSUM, checksum(frame));
    return frame;
  }

  private static int checksum(byte[] frame) {
    int sum = 0;
    for (int at = 14; at < 34; at += 2) {
      sum += at == FrameFields.CHECKSUM ? 0 : Bytes.unsignedShort(frame, at);
    }
    sum = (sum & 0xffff) + (sum >> 16);
    return ~(sum + (sum >> 16)) & 0xffff;
  }

  private PacketContext ingress(int port, byte[] frame) {
    PacketContext context = pipeline.newContext();
    context.packet().set(frame, 0, frame.length, frame.length);
    context.set(StandardMetadata.INGRESS_PORT, port);
    pipeline.ingress(context, 0);
    return context;
  }

  private static long out(PacketContext context) {
    return context.get(StandardMetadata.EGRESS_SPEC);
  }

  @Test
  void routesByTheLongestPrefixAndRewrites() {
    PacketContext context = ingress(2, frame(ROUTER, HOST_IP, DATA, 1, 5));
    byte[] bytes = context.packet().bytes();
    assertThat(out(context)).isEqualTo(1);
    assertThat(context.get(StandardMetadata.PRIORITY)).isZero();
    assertThat(Bytes.int48(bytes, 0)).isEqualTo(HOST);
    assertThat(Bytes.int48(bytes, 6)).isEqualTo(ROUTER);
    assertThat(bytes[FrameFields.TTL]).isEqualTo((byte) (TTL - 1));
    assertThat(FrameFields.hasGoodChecksum(bytes)).isTrue();
  }

  /** SAI's DISABLE_TRIM: what would not fit is dropped, and counts where it would have waited. */
  @Test
  void whatAnAclKeepsFromTrimmingIsDroppedWhereItHasNoRoom() {
    byte[] matched = frame(ROUTER, HOST_IP, DATA, 1, 5);
    FrameFields.changeWord(matched, FrameFields.SOURCE + 2, 0x000d);
    depth = 9_900;
    assertThat(out(ingress(2, matched.clone()))).as("just fits").isEqualTo(1);
    depth = 9_901;
    assertThat(out(ingress(2, matched.clone()))).isEqualTo(ChipPipeline.DROP_PORT);
    assertThat(out(ingress(2, frame(ROUTER, HOST_IP, DATA, 1, 5)))).as("no match").isEqualTo(1);
    assertThat(pipeline.dropped(1, 0)).isEqualTo(new PacketByteCount(1, 100));
    assertThat(pipeline.dropped(2, 0)).isEqualTo(PacketByteCount.ZERO);
  }

  @Test
  void classesDecideTheQueue() {
    assertThat(ingress(2, frame(ROUTER, HOST_IP, 48, 0, 5)).get(StandardMetadata.PRIORITY))
        .isEqualTo(6);
    assertThat(ingress(2, frame(ROUTER, HOST_IP, 0, 0, 5)).get(StandardMetadata.PRIORITY))
        .isEqualTo(1);
  }

  @Test
  void dropsWhatIsNotItsOwn() {
    assertThat(out(ingress(2, frame(HOST, HOST_IP, DATA, 1, 5))))
        .as("another router's")
        .isEqualTo(RouterPipeline.DROP_PORT);
    assertThat(out(ingress(3, frame(ROUTER, HOST_IP, DATA, 1, 5))))
        .as("another VRF's")
        .isEqualTo(RouterPipeline.DROP_PORT);
    assertThat(out(ingress(9, frame(ROUTER, HOST_IP, DATA, 1, 5))))
        .as("no port")
        .isEqualTo(RouterPipeline.DROP_PORT);
    byte[] broken = frame(ROUTER, HOST_IP, DATA, 1, 5);
    broken[FrameFields.CHECKSUM] ^= 1;
    assertThat(out(ingress(2, broken))).isEqualTo(RouterPipeline.DROP_PORT);
  }

  @Test
  void equalPathsAreUsedOnceTheirNeighboursAreKnown() {
    assertThat(paths()).containsExactly(4L);
    // Answers of a neighbour: its port, its address and its MAC.
    byte[] reply =
        Arrays.copyOfRange(RouterPipeline.arpRequest(2, 0x02aaL, PEER_IP, OWN_IP + 1), 2, 62);
    Bytes.putShort(reply, FrameFields.ARP_OPERATION, FrameFields.REPLY);
    assertThat(out(ingress(2, reply))).isEqualTo(RouterPipeline.DROP_PORT);
    assertThat(spineA.mac()).isEqualTo(0x02aaL);
    assertThat(paths()).containsExactlyInAnyOrder(2L, 4L);
  }

  private Set<Long> paths() {
    Set<Long> ports = new HashSet<>();
    for (int flow = 0; flow < 64; flow++) {
      ports.add(out(ingress(1, frame(ROUTER, 0x0a010101, DATA, 1, flow))));
    }
    return ports;
  }

  @Test
  void answersForItsOwnAddressAlone() {
    byte[] question =
        Arrays.copyOfRange(RouterPipeline.arpRequest(2, HOST, PEER_IP, OWN_IP + 1), 2, 62);
    PacketContext answer = ingress(2, question);
    assertThat(out(answer)).isEqualTo(2);
    assertThat(Bytes.int48(answer.packet().bytes(), FrameFields.ARP_SENDER_MAC)).isEqualTo(ROUTER);
    assertThat(out(ingress(1, question))).isEqualTo(RouterPipeline.DROP_PORT);
  }

  @Test
  void whatTheProcessorSaysLeavesByThePortItNames() {
    PacketContext context =
        ingress(RouterPipeline.CPU_PORT, RouterPipeline.arpRequest(2, ROUTER, 1, 2));
    assertThat(out(context)).isEqualTo(2);
    assertThat(context.packet().length()).isEqualTo(60);
    assertThat(Bytes.int48(context.packet().bytes(), 0)).isEqualTo(FrameFields.BROADCAST);
  }

  private PacketContext egress(int ecn, long bytes) {
    depth = bytes;
    PacketContext context = ingress(2, frame(ROUTER, HOST_IP, DATA, ecn, 5));
    context.set(StandardMetadata.EGRESS_PORT, 1);
    pipeline.egress(context, 0);
    return context;
  }

  @Test
  void marksFromTheUpperThresholdAndDropsWhatCannotBeMarked() {
    byte[] marked = egress(2, 5000).packet().bytes();
    assertThat(marked[FrameFields.TOS] & 3).isEqualTo(3);
    assertThat(FrameFields.hasGoodChecksum(marked)).isTrue();
    assertThat(egress(2, 1000).packet().bytes()[FrameFields.TOS] & 3).isEqualTo(2);
    assertThat(out(egress(0, 5000))).isEqualTo(RouterPipeline.DROP_PORT);
    assertThat(out(egress(0, 1000))).isNotEqualTo(RouterPipeline.DROP_PORT);
  }

  @Test
  void betweenThresholdsTheProbabilityRises() {
    long marks =
        Collections.nCopies(2000, 3000L).stream()
            .filter(bytes -> (egress(2, bytes).packet().bytes()[FrameFields.TOS] & 3) == 3)
            .count();
    // Half-way to a probability of a half.
    assertThat(marks).isBetween(400L, 600L);
  }
}
