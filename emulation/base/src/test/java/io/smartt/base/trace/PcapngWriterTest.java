package io.smartt.base.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.trace.CaptureInterface.StampUnit;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.base.trace.PcapngFile.Block;
import io.smartt.base.trace.PcapngWriter.HostName;
import io.smartt.needs.Needs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link PcapngWriter}. */
class PcapngWriterTest {
  private static final Instant START = Instant.parse("2026-11-21T00:00:00.000000001Z");
  private static final List<CaptureInterface> INTERFACES =
      List.of(
          new CaptureInterface("h1-eth0", "NIC of h1", 50_000_000_000L),
          new CaptureInterface("leaf1-eth1", "leaf1 port 1 to h1", 50_000_000_000L));
  private static final List<HostName> HOSTS =
      List.of(new HostName(0x0A000001, "h1"), new HostName(0x0A000002, "h2"));

  /** Ethernet, IPv4 10.0.0.1 to 10.0.0.2, UDP 4792 to 9, of a packet with 1,000 bytes payload. */
  private static final byte[] HEAD =
      HexFormat.of()
          .parseHex(
              "020000000002020000000001"
                  + "0800"
                  + "45000404000040004011"
                  + "22e7"
                  + "0a0000010a000002"
                  + "12b8000903f00000");

  private static final int WIRE_LENGTH = 14 + 0x404;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();

  @Test
  void beginsWithSectionInterfacesAndNames() {
    writer(Channels.newChannel(file)).close();

    List<Block> blocks = PcapngFile.blocks(file.toByteArray());
    assertThat(blocks).extracting(Block::type).containsExactly(0x0A0D0D0A, 1, 1, 4);
    assertThat(blocks.get(0).buffer().getInt(0)).isEqualTo(0x1A2B3C4D);
    PcapngFile.Options section = blocks.get(0).options(16);
    assertThat(section.text(4)).isEqualTo("smartt 0.1");
    assertThat(section.text(1)).isEqualTo("seed 7, profile virtual");
    PcapngFile.Options port = blocks.get(2).options(8);
    assertThat(port.text(2)).isEqualTo("leaf1-eth1");
    assertThat(port.text(3)).isEqualTo("leaf1 port 1 to h1");
    assertThat(port.bytes(8)).isEqualTo(HexFormat.of().parseHex("00743ba40b000000"));
    assertThat(port.bytes(9)).containsExactly(9);
    assertThat(HexFormat.of().formatHex(blocks.get(3).body().array()))
        .isEqualTo(
            "010007000a00000168310000" + "010007000a00000268320000" + "00000000" + "00000000");
  }

  @Test
  void aPacketWithoutAnIdHasNoneInTheFile() {
    try (PcapngWriter writer = writer(Channels.newChannel(file))) {
      writer.packet(
          new CaptureSink.Passing(
              2_000_999,
              1,
              Direction.INBOUND,
              HEAD,
              HEAD.length,
              WIRE_LENGTH,
              CaptureSink.NO_PACKET_ID,
              Optional.empty()));
    }

    Block packet = PcapngFile.blocks(file.toByteArray()).getLast();
    assertThat(packet.options(20 + 44).values()).containsOnlyKeys(2);
  }

  @Test
  void aPacketHasItsTimeDirectionIdAndBothLengths() {
    try (PcapngWriter writer = writer(Channels.newChannel(file))) {
      writer.packet(
          new CaptureSink.Passing(
              2_000_999,
              1,
              Direction.INBOUND,
              HEAD,
              HEAD.length,
              WIRE_LENGTH,
              77,
              Optional.empty()));
    }

    Block packet = PcapngFile.blocks(file.toByteArray()).getLast();
    ByteBuffer fields = packet.buffer();
    assertThat(packet.type()).isEqualTo(6);
    assertThat(fields.getInt()).isEqualTo(1);
    long stamp = ((long) fields.getInt() << 32) | Integer.toUnsignedLong(fields.getInt());
    assertThat(stamp).isEqualTo(START.getEpochSecond() * 1_000_000_000 + 1 + 2_000);
    assertThat(fields.getInt()).isEqualTo(42);
    assertThat(fields.getInt()).isEqualTo(1_042);
    byte[] captured = new byte[42];
    fields.get(captured);
    assertThat(captured).isEqualTo(HEAD);
    PcapngFile.Options options = packet.options(20 + 44);
    assertThat(options.values()).containsOnlyKeys(2, 5);
    assertThat(options.bytes(2)).containsExactly(1, 0, 0, 0);
    assertThat(options.bytes(5)).containsExactly(77, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void aTrimmedPacketSaysWhereAndKeepsItsLengthFromBefore() {
    String comment = "trimmed at leaf1 p1 q0 depth=61440B";
    try (PcapngWriter writer = writer(Channels.newChannel(file))) {
      writer.packet(
          new CaptureSink.Passing(
              0, 1, Direction.OUTBOUND, HEAD, 40, WIRE_LENGTH, 1, Optional.of(comment)));
    }

    Block packet = PcapngFile.blocks(file.toByteArray()).getLast();
    assertThat(packet.buffer().getInt(12)).isEqualTo(40);
    assertThat(packet.buffer().getInt(16)).isEqualTo(WIRE_LENGTH);
    PcapngFile.Options options = packet.options(60);
    assertThat(options.bytes(2)).containsExactly(2, 0, 0, 0);
    assertThat(options.text(1)).isEqualTo(comment);
  }

  @Test
  void everyBlockIsWholeWhenTheBufferOverflows() {
    byte[] jumbo = new byte[9_018];
    List<HostName> many =
        IntStream.range(0, 20_000).mapToObj(i -> new HostName(i, "h" + i)).toList();
    try (PcapngWriter writer =
        new PcapngWriter(
            Channels.newChannel(file), START, StampUnit.NANOSECOND, "a", "c", INTERFACES, many)) {
      for (int i = 0; i < 100; i++) {
        writer.packet(
            new CaptureSink.Passing(
                i, 0, Direction.OUTBOUND, jumbo, 9_018 - i, 9_018, i, Optional.of("c".repeat(i))));
      }
    }

    List<Block> blocks = PcapngFile.blocks(file.toByteArray());
    assertThat(blocks.stream().filter(block -> block.type() == 6)).hasSize(100);
    long names =
        blocks.stream()
            .filter(block -> block.type() == 4)
            .mapToLong(block -> occurrences(block, (short) 1))
            .sum();
    assertThat(names).isEqualTo(20_000);
  }

  @Test
  void aFullDiskIsAFailedRun() {
    PcapngWriter writer = writer(new FullDisk());

    assertThatThrownBy(writer::close)
        .isInstanceOf(RunFailedException.class)
        .hasMessage("cannot write the packet trace: No space left on device");
  }

  @Test
  @Tag("pcap")
  @Needs(kind = "pcap", value = "tshark")
  void tsharkReadsEveryField(@TempDir Path folder) throws Exception {
    try (PcapngWriter writer = writer(Channels.newChannel(file))) {
      writer.packet(
          new CaptureSink.Passing(
              2_000_000, 0, Direction.OUTBOUND, HEAD, 42, WIRE_LENGTH, 77, Optional.empty()));
      writer.packet(
          new CaptureSink.Passing(
              3_500_000, 1, Direction.INBOUND, HEAD, 42, WIRE_LENGTH, 77, Optional.of("ECN CE")));
    }
    Path trace = folder.resolve("trace.pcapng");
    Files.write(trace, file.toByteArray());

    String fields =
        Programs.run(
            List.of(
                "tshark",
                "-r",
                trace.toString(),
                "-t",
                "e",
                "-N",
                "n",
                "-T",
                "fields",
                "-E",
                "separator=|",
                "-e",
                "frame.interface_name",
                "-e",
                "frame.time_epoch",
                "-e",
                "frame.len",
                "-e",
                "frame.cap_len",
                "-e",
                "frame.packet_flags_direction",
                "-e",
                "frame.packet_id",
                "-e",
                "frame.comment",
                "-e",
                "ip.src_host",
                "-e",
                "udp.srcport"));

    assertThat(fields.lines())
        .containsExactly(
            "h1-eth0|1795219200.000002001|1042|42|0x00000002|77||h1|4792",
            "leaf1-eth1|1795219200.000003501|1042|42|0x00000001|77|ECN CE|h1|4792");
  }

  private static PcapngWriter writer(WritableByteChannel channel) {
    return new PcapngWriter(
        channel,
        START,
        StampUnit.NANOSECOND,
        "smartt 0.1",
        "seed 7, profile virtual",
        INTERFACES,
        HOSTS);
  }

  private static long occurrences(Block names, short type) {
    ByteBuffer in = names.buffer();
    long count = 0;
    while (in.getShort() == type) {
      count++;
      int length = in.getShort();
      in.position(in.position() + ((length + 3) & -4));
    }
    return count;
  }

  private static final class FullDisk implements WritableByteChannel {
    @Override
    public int write(ByteBuffer source) throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
