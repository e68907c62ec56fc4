package io.smartt.host.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Golden bytes of Ethernet, IPv4 and UDP headers, checksums worked out by hand. */
class OuterHeadersTest {
  private final byte[] frame = new byte[64];

  private String hex(int from, int bytes) {
    return HexFormat.of().formatHex(frame, from, from + bytes);
  }

  @Test
  void ethernet() {
    EthernetHeader.write(frame, 0, 0x0200000000ffL, 0x020000000001L, EthernetHeader.IPV4);
    assertThat(hex(0, 14)).isEqualTo("0200000000ff" + "020000000001" + "0800");
    assertThat(EthernetHeader.source(frame, 0)).isEqualTo(0x020000000001L);
    assertThat(EthernetHeader.etherType(frame, 0)).isEqualTo(0x0800);
  }

  @Test
  void ipv4() {
    Ipv4Header.write(frame, 14, 10, Ipv4Header.ECT_0, 4156, Ipv4Header.UDP, 0x0a000001, 0x0a000002);
    // 452a + 103c + 0000 + 4000 + 4011 + 0a00 + 0001 + 0a00 + 0002 = e97a, inverted 1685
    assertThat(hex(14, 20))
        .isEqualTo("452a" + "103c" + "0000" + "4000" + "4011" + "1685" + "0a000001" + "0a000002");
    assertThat(Ipv4Header.isWhole(frame, 14, 20)).isTrue();
    assertThat(Ipv4Header.checksumHolds(frame, 14)).isTrue();
    assertThat(Ipv4Header.dscp(frame, 14)).isEqualTo(10);
    assertThat(Ipv4Header.ecn(frame, 14)).isEqualTo(2);
    assertThat(Ipv4Header.totalLength(frame, 14)).isEqualTo(4156);
    assertThat(Ipv4Header.protocol(frame, 14)).isEqualTo(17);
    assertThat(Ipv4Header.source(frame, 14)).isEqualTo(0x0a000001);
    assertThat(Ipv4Header.destination(frame, 14)).isEqualTo(0x0a000002);
    assertThat(Ipv4Header.isFragment(frame, 14)).isFalse();
  }

  @Test
  void everySingleBitErrorOfAnIpv4HeaderShows() {
    Ipv4Header.write(frame, 0, 48, Ipv4Header.CE, 50, Ipv4Header.UDP, 0x0a0000ff, 0xc0a80001);
    for (int bit = 0; bit < 160; bit++) {
      frame[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(Ipv4Header.isWhole(frame, 0, 20) && Ipv4Header.checksumHolds(frame, 0))
          .as("bit %d", bit)
          .isFalse();
      frame[bit / 8] ^= (byte) (1 << bit % 8);
    }
    assertThat(Ipv4Header.checksumHolds(frame, 0)).isTrue();
  }

  private static void udp(byte[] frame, int sourcePort, int length) {
    ByteBuffer.wrap(frame, 34, 8)
        .putShort((short) sourcePort)
        .putShort((short) Uet.UDP_PORT)
        .putInt(length << 16);
  }

  @Test
  void udpWithoutChecksum() {
    udp(frame, 0xbeef, 40);
    assertThat(hex(34, 8)).isEqualTo("beef" + "12b9" + "0028" + "0000");
    assertThat(UdpHeader.checksumHolds(frame, 14, 34, 42, new UdpHeader.PayloadSum())).isTrue();
    assertThat(UdpHeader.sourcePort(frame, 34)).isEqualTo(0xbeef);
    assertThat(UdpHeader.destinationPort(frame, 34)).isEqualTo(4793);
    assertThat(UdpHeader.length(frame, 34)).isEqualTo(40);
  }

  @Test
  void udpWithChecksum() {
    Ipv4Header.write(frame, 14, 46, 0, 32, Ipv4Header.UDP, 0x0a000001, 0x0a000002);
    udp(frame, 0x1000, 12);
    frame[42] = 1;
    frame[45] = 2;
    UdpHeader.sign(frame, 14, 34, 46);
    // 0a00 + 0001 + 0a00 + 0002 + 0011 + 000c + 1000 + 12b9 + 000c + 0100 + 0002 = 37e7
    assertThat(hex(40, 2)).isEqualTo("c818");
    assertThat(UdpHeader.checksumHolds(frame, 14, 34, 46, new UdpHeader.PayloadSum())).isTrue();
    frame[45] = 3;
    assertThat(UdpHeader.checksumHolds(frame, 14, 34, 46, new UdpHeader.PayloadSum())).isFalse();
  }

  @Test
  void headersOfAConnectionAreThoseOfTheirParts() {
    SplittableRandom random = new SplittableRandom(1);
    byte[] parts = new byte[OuterHeaders.BYTES];
    byte[] whole = new byte[OuterHeaders.BYTES];
    for (int i = 0; i < 2000; i++) {
      long to = random.nextLong(1L << 48);
      long from = random.nextLong(1L << 48);
      int source = random.nextInt();
      int destination = random.nextInt();
      int dscp = random.nextInt(64);
      int ecn = random.nextInt(4);
      int entropy = random.nextInt(1 << 16);
      int bytes = random.nextInt(9000);
      EthernetHeader.write(parts, 0, to, from, EthernetHeader.IPV4);
      Ipv4Header.write(parts, 14, dscp, ecn, 28 + bytes, Ipv4Header.UDP, source, destination);
      udp(parts, entropy, 8 + bytes);
      new OuterHeaders(to, from, source, destination, dscp, ecn, Uet.UDP_PORT)
          .write(whole, entropy, bytes);
      assertThat(whole).isEqualTo(parts);
      assertThat(Ipv4Header.checksumHolds(whole, 14)).isTrue();
    }
  }
}
