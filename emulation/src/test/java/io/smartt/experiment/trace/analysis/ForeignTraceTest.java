package io.smartt.experiment.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.trace.CaptureInterface.StampUnit;
import io.smartt.base.trace.CaptureReader.CaptureFormatException;
import io.smartt.base.trace.PcapWriter;
import io.smartt.experiment.trace.analysis.CaptureSet.TracedInterface;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.experiment.trace.analysis.PortTraffic.QueueAnalysis;
import io.smartt.experiment.trace.analysis.TracedConnection.TracedFlow;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesSmallRequest;
import io.smartt.host.wire.Uet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures that this project did not write, and broken ones. */
class ForeignTraceTest {
  private static final int SENDER = 0xc0_a8_00_05;
  private static final int RECEIVER = 0xc0_a8_00_09;
  private static final int PAYLOAD = 1_000;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("x.pcap");
  }

  private TraceAnalysis read() {
    try (CaptureSet captures = CaptureSet.open(List.of(file))) {
      return TraceAnalysis.of(captures, TraceAnalysis.Watch.NONE);
    }
  }

  private static byte[] data(int psn, boolean again, boolean last) {
    byte[] frame = new byte[74 + PAYLOAD];
    new OuterHeaders(2, 1, SENDER, RECEIVER, 10, 2, Uet.UDP_PORT).write(frame, 5_000, 32 + PAYLOAD);
    int flags = Uet.FLAG_SYN | (again ? Uet.FLAG_RETX : 0);
    PdsRequest.write(frame, Uet.PDS_AT, Uet.RUD_REQ, Uet.REQ_SMALL, flags, 0, 1_000 + psn, 7, psn);
    SesSmallRequest.write(frame, 54, 3, (long) psn * PAYLOAD, PAYLOAD, last);
    return frame;
  }

  private static byte[] ack(int psn, int cumulative, int flags) {
    byte[] frame = new byte[74];
    new OuterHeaders(1, 2, RECEIVER, SENDER, 46, 0, Uet.UDP_PORT).write(frame, 5_000, 32);
    PdsAck.write(frame, Uet.PDS_AT, flags, psn - cumulative, 1_000 + cumulative, 9, 7, 0, 0, 0, 0);
    return frame;
  }

  private static byte[] tagged(byte[] frame) {
    ByteBuffer tagged = ByteBuffer.allocate(frame.length + 8);
    tagged.put(frame, 0, 12).putInt(0x88a8_0005).putInt(0x8100_0064);
    return tagged.put(frame, 12, frame.length - 12).array();
  }

  private interface Frames {
    byte[] of(byte[] frame);
  }

  /** Three packets, the second lost and sent again after 300 us. */
  private void exchange(StampUnit unit, int snap, Frames frames) {
    try (PcapWriter writer = PcapWriter.create(file, unit)) {
      byte[][] packets = {
        data(0, false, false),
        data(1, false, false),
        data(2, false, true),
        ack(0, 0, 0),
        ack(2, 0, Uet.FLAG_MARKED),
        data(1, true, false),
        ack(1, 2, Uet.FLAG_RETX),
      };
      long[] us = {0, 1, 2, 10, 13, 300, 311};
      for (int i = 0; i < packets.length; i++) {
        byte[] frame = frames.of(packets[i]);
        writer.write(us[i] * 1_000, frame, 0, Math.min(snap, frame.length), frame.length);
      }
    }
  }

  private void theExchangeIsUnderstood() {
    TraceAnalysis analysis = read();
    assertThat(analysis.connections()).hasSize(1);
    TracedConnection connection = analysis.connections().getFirst();
    TracedMessage message = connection.messages().getFirst();
    assertThat(message.bytes()).isEqualTo(3L * PAYLOAD);
    assertThat(message.completionPs()).hasValue(311_000_000);
    assertThat(message.packets()).isEqualTo(4);
    assertThat(message.retransmissions()).isOne();
    assertThat(message.timeouts()).isOne();
    assertThat(message.marks()).isOne();
    // 10 and 11 us of the first two answers; after the timeout the latest sending counts.
    assertThat(message.rttsPs()).containsExactly(10_000_000, 11_000_000, 11_000_000);
  }

  @Test
  void stampsInMicrosecondsOrNanosecondsAreRead() {
    exchange(StampUnit.MICROSECOND, 65_535, frame -> frame);
    theExchangeIsUnderstood();
    exchange(StampUnit.NANOSECOND, 65_535, frame -> frame);
    theExchangeIsUnderstood();
  }

  @Test
  void tagsOfVirtualNetworksArePassedOver() {
    exchange(StampUnit.NANOSECOND, 65_535, ForeignTraceTest::tagged);
    theExchangeIsUnderstood();
  }

  @Test
  void packetsCutByTheCapturingProgramAreReadAsFarAsTheyGo() {
    exchange(StampUnit.NANOSECOND, 96, frame -> frame);
    theExchangeIsUnderstood();
    assertThat(read().cutPackets()).isEqualTo(4);
  }

  @Test
  void packetsCutWithinTheirHeadersAreCountedAsMalformed() {
    exchange(StampUnit.NANOSECOND, 50, frame -> frame);

    assertThat(read().frames()).containsEntry(FrameKind.MALFORMED, 7L).hasSize(1);
    assertThat(read().connections()).isEmpty();
  }

  @Test
  void packetsOfOtherProtocolsAreCounted() {
    byte[] ipv6 = HexFormat.of().parseHex("00".repeat(12) + "86dd" + "00".repeat(46));
    byte[] arp =
        HexFormat.of().parseHex("ff".repeat(6) + "00".repeat(6) + "0806" + "00".repeat(28));
    byte[] tcp = data(0, false, false);
    tcp[23] = 6;
    byte[] icmp = data(0, false, false);
    icmp[23] = 1;
    byte[] otherPort = data(0, false, false);
    otherPort[37]++;
    byte[] lldp = HexFormat.of().parseHex("00".repeat(12) + "88cc" + "00".repeat(46));
    try (PcapWriter writer = PcapWriter.create(file)) {
      for (byte[] frame : new byte[][] {ipv6, arp, tcp, icmp, otherPort, lldp, {1, 2, 3}}) {
        writer.write(5, frame, 0, frame.length);
      }
    }

    assertThat(read().frames().keySet())
        .containsExactlyInAnyOrder(
            FrameKind.IPV6,
            FrameKind.ARP,
            FrameKind.TCP,
            FrameKind.ICMP,
            FrameKind.UDP,
            FrameKind.OTHER,
            FrameKind.MALFORMED);
  }

  private static ByteBuffer section(ByteOrder order, int resolution, String name, long ticks) {
    byte[] frame = data(0, false, false);
    ByteBuffer buffer = ByteBuffer.allocate(4_096).order(order);
    buffer.putInt(0x0a0d0d0a).putInt(28).putInt(0x1a2b3c4d);
    buffer.putShort((short) 1).putShort((short) 0).putLong(-1).putInt(28);
    buffer.putInt(1).putInt(40).putShort((short) 1).putShort((short) 0).putInt(0);
    buffer.putShort((short) 2).putShort((short) 4).put(name.getBytes(StandardCharsets.UTF_8));
    buffer.putShort((short) 9).putShort((short) 1).put((byte) resolution).put(new byte[3]);
    buffer.putInt(0).putInt(40);
    int padded = (frame.length + 3) / 4 * 4;
    buffer.putInt(6).putInt(32 + padded).putInt(0);
    buffer.putInt((int) (ticks >>> 32)).putInt((int) ticks);
    buffer
        .putInt(frame.length)
        .putInt(frame.length)
        .put(frame)
        .put(new byte[padded - frame.length]);
    buffer.putInt(32 + padded);
    return buffer.flip();
  }

  @Test
  void sectionsOfEitherByteOrderAndAnyResolutionAreRead() throws IOException {
    ByteBuffer big = section(ByteOrder.BIG_ENDIAN, 6, "eth0", 1_000_000);
    // 2^-10 seconds.
    ByteBuffer little = section(ByteOrder.LITTLE_ENDIAN, 0x8a, "eth1", 1_536);
    ByteBuffer both = ByteBuffer.allocate(big.remaining() + little.remaining());
    Files.write(file, both.put(big).put(little).array());

    try (CaptureSet captures = CaptureSet.open(List.of(file))) {
      TraceAnalysis analysis = TraceAnalysis.of(captures, TraceAnalysis.Watch.NONE);
      assertThat(analysis.packets()).isEqualTo(2);
      assertThat(analysis.firstNs()).isEqualTo(1_000_000_000L);
      assertThat(analysis.spanPs()).isEqualTo(500_000_000_000L);
      assertThat(captures.interfaces())
          .extracting(TracedInterface::name)
          .containsExactly("eth0", "eth1");
    }
  }

  @Test
  void stampsAllOverTheCalendarAreRefused() {
    try (PcapWriter writer = PcapWriter.create(file)) {
      writer.write(0, new byte[60], 0, 60);
      writer.write(4_000_000_000_000_000_000L, new byte[60], 0, 60);
    }

    assertThatThrownBy(this::read)
        .isInstanceOf(CaptureFormatException.class)
        .hasMessageContaining("packet 2 is stamped more than 53 days from the first");
  }

  /** A capture with damaged bytes is either read or refused. */
  @Test
  void damagedFilesAreReadOrRefused() throws IOException {
    exchange(StampUnit.NANOSECOND, 65_535, frame -> frame);
    byte[] classic = Files.readAllBytes(file);
    ByteBuffer big = section(ByteOrder.BIG_ENDIAN, 6, "eth0", 1_000_000);
    byte[] next = new byte[big.remaining()];
    big.get(next);
    SplittableRandom random = new SplittableRandom(20_261_121);
    int read = 0;
    int refused = 0;
    for (int round = 0; round < 3_000; round++) {
      byte[] bytes = (round % 2 == 0 ? classic : next).clone();
      int damages = 1 + random.nextInt(6);
      for (int i = 0; i < damages; i++) {
        // Headers of the file, of records and of packets more than payload.
        int at = random.nextInt(random.nextBoolean() ? Math.min(200, bytes.length) : bytes.length);
        bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : 0xff);
      }
      int kept = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
      Files.write(file, Arrays.copyOf(bytes, kept));
      try (CaptureSet captures = CaptureSet.open(List.of(file))) {
        TracedFlow.of(
            TraceAnalysis.of(captures, new QueueAnalysis(captures)), captures.hostNames());
        read++;
      } catch (CaptureFormatException e) {
        assertThat(e).hasMessageNotContaining("null");
        refused++;
      }
    }

    assertThat(read).isGreaterThan(300);
    assertThat(refused).isGreaterThan(300);
  }

  /** The same of the packets' own bytes, which all get through the file's format. */
  @Test
  void damagedPacketsNeverStopTheAnalysis() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 400; round++) {
      exchange(
          StampUnit.NANOSECOND,
          65_535,
          frame -> {
            byte[] damaged = frame.clone();
            for (int i = random.nextInt(4); i > 0; i--) {
              damaged[12 + random.nextInt(62)] = (byte) random.nextInt(256);
            }
            return random.nextInt(8) == 0
                ? Arrays.copyOf(damaged, random.nextInt(damaged.length))
                : damaged;
          });
      assertThat(read().packets()).isEqualTo(7);
    }
  }
}
