package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.Packet;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link Ipv4Frame}. */
class Ipv4FrameTest {
  /** The header of RFC 1071 style examples: 10.0.0.1 to 10.0.0.2, ToS 2, length 4146, UDP. */
  private static Packet frame() {
    return Packet.of(
        HexFormat.of()
            .parseHex(
                "020000000002020000000001" + "0800" + "4502103200000000401156b70a0000010a000002"));
  }

  private static int headerSum(byte[] bytes) {
    int sum = 0;
    for (int i = 14; i < 34; i += 2) {
      sum += ((bytes[i] & 0xff) << 8) | (bytes[i + 1] & 0xff);
    }
    return (sum & 0xffff) + (sum >> 16);
  }

  @Test
  void readsTheEcnBits() {
    assertThat(Ipv4Frame.ecn(frame())).isEqualTo(2);
  }

  @Test
  void knowsWhatIsNotIpv4() {
    assertThat(Ipv4Frame.ecn(Packet.of(new byte[60]))).isEqualTo(Ipv4Frame.NOT_IPV4);
    assertThat(Ipv4Frame.ecn(Packet.of(new byte[3]))).isEqualTo(Ipv4Frame.NOT_IPV4);
  }

  @Test
  void settingTheDscpKeepsEcnAndLengthAndARightChecksum() {
    Packet packet = frame();
    assertThat(headerSum(packet.bytes())).isEqualTo(0xffff);

    Ipv4Frame.setDscp(packet, 48, false);

    assertThat(packet.bytes()[15] & 0xff).isEqualTo((48 << 2) | 2);
    assertThat((packet.bytes()[16] << 8) | (packet.bytes()[17] & 0xff)).isEqualTo(4146);
    assertThat(headerSum(packet.bytes())).isEqualTo(0xffff);
  }

  @Test
  void settingTheDscpCanLeaveTheChecksumOfTheOldOne() {
    Packet packet = frame();
    int before = (packet.bytes()[24] << 8) | (packet.bytes()[25] & 0xff);

    Ipv4Frame.setDscp(packet, 48, true);

    assertThat(packet.bytes()[15] & 0xff).isEqualTo((48 << 2) | 2);
    assertThat((packet.bytes()[24] << 8) | (packet.bytes()[25] & 0xff)).isEqualTo(before);
    assertThat(headerSum(packet.bytes())).isNotEqualTo(0xffff);
  }

  @Test
  void aTtlOfZeroOrOneHasExpired() {
    for (int ttl : new int[] {0, 1, 2, 64, 128, 255}) {
      Packet packet = frame();
      packet.bytes()[22] = (byte) ttl;
      assertThat(Ipv4Frame.hasExpired(packet)).as("%d", ttl).isEqualTo(ttl < 2);
    }
    assertThat(Ipv4Frame.hasExpired(Packet.of(new byte[60]))).as("no IPv4").isFalse();
  }

  @Test
  void aHeaderOfWhichAByteIsMissingIsNone() {
    Packet cut = Packet.of(Arrays.copyOf(frame().toByteArray(), 33));
    assertThat(Ipv4Frame.ecn(cut)).isEqualTo(Ipv4Frame.NOT_IPV4);
  }

  @Test
  void theDscpOfWhatIsNotIpv4CannotBeSet() {
    Packet packet = Packet.of(new byte[60]);
    Ipv4Frame.setDscp(packet, 48, false);
    assertThat(packet.toByteArray()).containsOnly(0);
  }

  /** Sums that run over once, twice and not. */
  @Test
  void theChecksumIsRightForAnyHeader() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      Packet packet = frame();
      byte[] bytes = packet.bytes();
      for (int at = 14; at < 34; at++) {
        bytes[at] = (byte) (random.nextInt(3) == 0 ? -1 : random.nextInt(256));
      }
      bytes[24] = 0;
      bytes[25] = 0;
      int sum = ~headerSum(bytes);
      bytes[24] = (byte) (sum >> 8);
      bytes[25] = (byte) sum;
      assertThat(headerSum(bytes)).isEqualTo(0xffff);

      Ipv4Frame.setDscp(packet, random.nextInt(64), false);

      assertThat(headerSum(bytes)).isEqualTo(0xffff);
    }
  }
}
