package io.smartt.host.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The standard request and response of the semantic sublayer, byte by byte. */
class SesStandardTest {
  private static final int AT = 5;

  private final byte[] frame = new byte[AT + SesStandardRequest.BYTES];

  private String hex(int from, int to) {
    return HexFormat.of().formatHex(Arrays.copyOfRange(frame, AT + from, AT + to));
  }

  @Test
  void firstPacketHasSomAndRoomForHeaderData() {
    Arrays.fill(frame, (byte) 0xee);
    SesStandardRequest.write(frame, AT, 0xabcd, 0, 4096, 10_000, false);
    assertThat(hex(0, 12)).isEqualTo("01" + "01" + "abcd" + "00000000" + "00000000");
    assertThat(hex(12, 32)).isEqualTo("00".repeat(20));
    assertThat(hex(32, 44)).isEqualTo("0000000000000000" + "00002710");
    assertThat(SesStandardRequest.isValid(frame, AT)).isTrue();
    assertThat(SesStandardRequest.payloadBytes(frame, AT, 4096)).isEqualTo(4096);
  }

  @Test
  void othersHaveTheirPayloadsLengthAndOffset() {
    SesStandardRequest.write(frame, AT, 1, 0xfffff000L, 0xfff, 0xffffffffL, true);
    assertThat(hex(0, 4)).isEqualTo("01" + "22" + "0001");
    assertThat(hex(32, 44)).isEqualTo("00000fff" + "fffff000" + "ffffffff");
    assertThat(SesStandardRequest.messageOffset(frame, AT)).isEqualTo(0xfffff000L);
    assertThat(SesStandardRequest.messageBytes(frame, AT)).isEqualTo(0xffffffffL);
    assertThat(SesStandardRequest.isLast(frame, AT)).isTrue();
    assertThat(SesStandardRequest.payloadBytes(frame, AT, 0xfff)).isEqualTo(0xfff);
  }

  @Test
  void whatIsWrittenIsRead() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      long size = 1 + random.nextLong(SesStandardRequest.MAX_MESSAGE_BYTES);
      int payload = (int) Math.min(size, 1 + random.nextInt(9000));
      long offset = (size - 1) / payload == 0 ? 0 : random.nextLong((size - 1) / payload) * payload;
      boolean last = offset + payload == size;
      long id = random.nextLong(SesStandardRequest.MESSAGE_IDS);
      SesStandardRequest.write(frame, AT, id, offset, payload, size, last);
      assertThat(SesStandardRequest.isValid(frame, AT)).isTrue();
      assertThat(SesStandardRequest.messageId(frame, AT)).isEqualTo(id);
      assertThat(SesStandardRequest.messageOffset(frame, AT)).isEqualTo(offset);
      assertThat(SesStandardRequest.messageBytes(frame, AT)).isEqualTo(size);
      assertThat(SesStandardRequest.isLast(frame, AT)).isEqualTo(last);
      assertThat(SesStandardRequest.payloadBytes(frame, AT, payload)).isEqualTo(payload);
    }
  }

  @Test
  void headersThatContradictThemselvesHaveNoPayload() {
    SesStandardRequest.write(frame, AT, 1, 4096, 4096, 10_000, false);
    assertThat(SesStandardRequest.payloadBytes(frame, AT, 4095)).as("datagram").isEqualTo(-1);
    SesStandardRequest.write(frame, AT, 1, 8192, 4096, 10_000, true);
    assertThat(SesStandardRequest.payloadBytes(frame, AT, 4096)).as("beyond").isEqualTo(-1);
    SesStandardRequest.write(frame, AT, 1, 4096, 4096, 10_000, true);
    assertThat(SesStandardRequest.payloadBytes(frame, AT, 4096)).as("early end").isEqualTo(-1);
    SesStandardRequest.write(frame, AT, 1, 8192, 1808, 10_000, false);
    assertThat(SesStandardRequest.payloadBytes(frame, AT, 1808)).as("no end").isEqualTo(-1);
    SesStandardRequest.write(frame, AT, 1, 0, 4096, 10_000, false);
    frame[AT + 1] = 0;
    assertThat(SesStandardRequest.payloadBytes(frame, AT, 4096)).as("no start").isEqualTo(-1);
    assertThat(SesStandardRequest.payloadBytes(frame, AT, 0)).as("empty").isEqualTo(-1);
  }

  @Test
  void otherOpcodesVersionsAndFlagsAreNotValid() {
    for (int bit = 0; bit < 16; bit++) {
      SesStandardRequest.write(frame, AT, 1, 0, 1, 1, true);
      frame[AT + bit / 8] ^= (byte) (0x80 >> (bit % 8));
      boolean known = bit >= 8 && (0x80 >> (bit - 8) & 0x23) != 0;
      assertThat(SesStandardRequest.isValid(frame, AT)).as("bit %d", bit).isEqualTo(known);
    }
  }

  @Test
  void responses() {
    SesResponse.write(frame, AT, 0xabcd, 0xfffffffeL);
    assertThat(hex(0, 12)).isEqualTo("01" + "01" + "abcd" + "00000000" + "fffffffe");
    assertThat(SesResponse.isValid(frame, AT)).isTrue();
    assertThat(SesResponse.isAboutMessage(frame, AT)).isTrue();
    assertThat(SesResponse.messageId(frame, AT)).isEqualTo(0xabcd);
    assertThat(SesResponse.messageBytes(frame, AT)).isEqualTo(0xfffffffeL);
    frame[AT + 1] = 0x22;
    assertThat(SesResponse.isValid(frame, AT)).as("another return code").isFalse();
    SesResponse.writeDefault(frame, AT);
    assertThat(hex(0, 12)).isEqualTo("00".repeat(12));
    assertThat(SesResponse.isValid(frame, AT)).isTrue();
    assertThat(SesResponse.isAboutMessage(frame, AT)).isFalse();
  }
}
