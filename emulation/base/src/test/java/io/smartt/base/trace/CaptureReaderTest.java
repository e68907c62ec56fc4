package io.smartt.base.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.trace.CaptureInterface.StampUnit;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureReaderTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("x.pcap");
  }

  private List<RecordedPacket> read() {
    List<RecordedPacket> packets = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      for (Optional<RecordedPacket> packet = reader.next();
          packet.isPresent();
          packet = reader.next()) {
        packets.add(packet.get());
      }
    }
    return packets;
  }

  private void write(String hex) throws IOException {
    Files.write(file, HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  @Test
  void whatTheWriterWroteIsRead() {
    try (PcapWriter writer = PcapWriter.create(file)) {
      writer.write(1_700_000_000_123_456_789L, new byte[] {9, 1, 2, 3}, 1, 3);
      writer.write(1_700_000_001_000_000_000L, new byte[9_000], 0, 9_000);
    }

    List<RecordedPacket> packets = read();

    assertThat(packets)
        .extracting(RecordedPacket::timeNs)
        .containsExactly(1_700_000_000_123_456_789L, 1_700_000_001_000_000_000L);
    assertThat(packets.getFirst().bytes()).containsExactly(1, 2, 3);
    assertThat(packets.getLast().bytes()).hasSize(9_000);
    assertThat(packets).noneMatch(RecordedPacket::isCut);
  }

  @ParameterizedTest
  @CsvSource({
    "big-endian microseconds, a1b2c3d4 0002 0004 00000000 00000000 0000ffff 00000001, 00000005"
        + " 00000007 00000002 00000004 aabb",
    "little-endian microseconds, d4c3b2a1 0200 0400 00000000 00000000 ffff0000 01000000, 05000000"
        + " 07000000 02000000 04000000 aabb",
    "as simple_switch writes it, d4c3b2a1 0200 0400 00000000 00000000 ffff0000 00000000, 05000000"
        + " 07000000 02000000 04000000 aabb"
  })
  void classicFilesOfEitherByteOrderAreRead(String name, String header, String record)
      throws IOException {
    write(header + record);

    RecordedPacket packet = read().getFirst();

    assertThat(packet.timeNs()).as(name).isEqualTo(5_000_007_000L);
    assertThat(packet.bytes()).containsExactly(0xaa, 0xbb);
    assertThat(packet.originalBytes()).isEqualTo(4);
    assertThat(packet.isCut()).isTrue();
  }

  @Test
  void aTraceOfARunIsRead() throws IOException {
    try (PcapngWriter writer =
        new PcapngWriter(
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            Instant.ofEpochSecond(100),
            StampUnit.NANOSECOND,
            "test",
            "none",
            List.of(new CaptureInterface("s1-eth1", "port", 1_000_000)),
            List.of())) {
      writer.packet(
          new CaptureSink.Passing(
              2_000,
              0,
              CaptureSink.Direction.INBOUND,
              new byte[] {1, 2, 3, 4, 5},
              5,
              50,
              7,
              Optional.of("cut")));
    }

    RecordedPacket packet = read().getFirst();

    assertThat(packet.timeNs()).isEqualTo(100_000_000_002L);
    assertThat(packet.bytes()).containsExactly(1, 2, 3, 4, 5);
    assertThat(packet.originalBytes()).isEqualTo(50);
  }

  @ParameterizedTest
  @CsvSource({
    "0102, too short",
    "00000000 11111111, neither pcap nor pcapng",
    "d4c3b2a1 0200 0400 00000000 00000000 ffff0000 71000000, link type 113",
    "d4c3b2a1 0200 0400 00000000 00000000 ffff0000 01000000 05000000 0700, middle of a packet",
    "d4c3b2a1 0200 0400 00000000 00000000 ffff0000 01000000 05000000 07000000 04000000 04000000 aa,"
        + " middle of a packet",
    "d4c3b2a1 0200 0400 00000000 00000000 ffff0000 01000000 05000000 07000000 ffffffff 04000000,"
        + " 4294967295 B",
    "0a0d0d0a 1c000000 4d3c2b1a 01000000 ffffffffffffffff 1c000000 06000000 20000000 00000000"
        + " 00000000 00000000 00000000 00000000 20000000, interface 0",
    "0a0d0d0a 1c000000 11111111 01000000 ffffffffffffffff 1c000000, neither byte order",
    "0a0d0d0a 03000000 4d3c2b1a, block of 3 B"
  })
  void aBrokenFileIsNamedWithWhatIsWrong(String content, String problem) throws IOException {
    write(content);

    assertThatThrownBy(this::read)
        .isInstanceOf(CaptureReader.CaptureFormatException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(problem);
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(this::read)
        .isInstanceOf(CaptureReader.CaptureFormatException.class)
        .hasMessage(file + ": no such capture file");
  }

  @Test
  void aRunFolderIsNoCapture() throws IOException {
    Files.createDirectory(file);

    assertThatThrownBy(this::read)
        .isInstanceOf(CaptureReader.CaptureFormatException.class)
        .hasMessage(
            file + " is a folder; name the capture in it, as " + file.resolve("trace.pcapng"));
  }
}
