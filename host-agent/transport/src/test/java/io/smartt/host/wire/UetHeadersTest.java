package io.smartt.host.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Golden bytes of each UET header, worked out by hand from the field layouts. */
class UetHeadersTest {
  private static final int AT = 3;

  private final byte[] frame = new byte[80];

  private String hex(int bytes) {
    return HexFormat.of().formatHex(frame, AT, AT + bytes);
  }

  @Test
  void requestWithSyn() {
    PdsRequest.write(
        frame, AT, Uet.RUD_REQ, Uet.REQ_SMALL, Uet.FLAG_SYN, -6, 0x01020304, 0x1122, 5);
    // 00010 0001 0000100 | -6 | psn | spdcid | pdc_info 0, offset 5
    assertThat(hex(12)).isEqualTo("1084" + "fffa" + "01020304" + "1122" + "0005");
    assertThat(Uet.type(frame, AT)).isEqualTo(Uet.RUD_REQ);
    assertThat(Uet.next(frame, AT)).isEqualTo(Uet.REQ_SMALL);
    assertThat(Uet.flags(frame, AT)).isEqualTo(Uet.FLAG_SYN);
    assertThat(Bytes.signedShort(frame, AT + 2)).isEqualTo(-6);
    assertThat(PdsRequest.psn(frame, AT)).isEqualTo(0x01020304);
    assertThat(PdsRequest.sourcePdc(frame, AT)).isEqualTo(0x1122);
    assertThat(PdsRequest.psnOffset(frame, AT)).isEqualTo(5);
  }

  @Test
  void requestRetransmittedOnAnEstablishedConnection() {
    PdsRequest.write(
        frame, AT, Uet.RUD_REQ, Uet.REQ_SMALL, Uet.FLAG_RETX, -1, 0xfffffffe, 0xffff, 0x8001);
    assertThat(hex(12)).isEqualTo("1090" + "ffff" + "fffffffe" + "ffff" + "8001");
    assertThat(PdsRequest.destinationPdc(frame, AT)).isEqualTo(0x8001);
  }

  @Test
  void orderedRequest() {
    PdsRequest.write(frame, AT, Uet.ROD_REQ, Uet.REQ_SMALL, 0, -1, 7, 0x1122, 0x8001);
    // 00011 0001 0000000
    assertThat(hex(12)).isEqualTo("1880" + "ffff" + "00000007" + "1122" + "8001");
    assertThat(PdsRequest.bytes(Uet.ROD_REQ)).isEqualTo(12);
  }

  @Test
  void requestThatAsksForCredit() {
    PdsRequest.write(frame, AT, Uet.RUD_CC_REQ, Uet.REQ_SMALL, 0, -1, 7, 0x1122, 0x8001);
    PdsRequest.writeCreditTarget(frame, AT, 0xff123456);
    // 01101 0001 0000000 | ... | context 0, target, of which 24 bits
    assertThat(hex(16)).isEqualTo("6880" + "ffff" + "00000007" + "1122" + "8001" + "00123456");
    assertThat(PdsRequest.bytes(Uet.RUD_CC_REQ)).isEqualTo(16);
    assertThat(PdsRequest.creditTarget(frame, AT)).isEqualTo(0x123456);
    assertThat(PdsRequest.isRequest(Uet.type(frame, AT))).isTrue();
  }

  @Test
  void requestForCreditBeforeAnyData() {
    PdsControl.write(
        frame, AT, PdsControl.CREDIT_REQUEST, Uet.FLAG_SYN, 0, 0x01020304, 0x1122, 0, 0x000100);
    // 01011 1000 0000100 | probe | psn | pdcs | target
    assertThat(hex(16)).isEqualTo("5c04" + "0000" + "01020304" + "1122" + "0000" + "00000100");
  }

  @Test
  void acknowledgement() {
    PdsAck.write(
        frame,
        AT,
        Uet.FLAG_MARKED | Uet.FLAG_RETX,
        7,
        0xa0b0c0d0,
        0x0102,
        0x0304,
        -2,
        0x8000000000000001L,
        0x12345678,
        9);
    // 01000 0000 0110000 | ack offset | cack | pdcs | cc_type, flags, mpr | sack offset | bitmap |
    // service time 0, rc and penalty 0, received bytes 345678, out of order 9
    assertThat(hex(32))
        .isEqualTo(
            "4030"
                + "0007"
                + "a0b0c0d0"
                + "0102"
                + "0304"
                + "0000"
                + "fffe"
                + "8000000000000001"
                + "0000"
                + "00"
                + "345678"
                + "0009");
    assertThat(Uet.type(frame, AT)).isEqualTo(Uet.ACK_CC);
    assertThat(PdsAck.ackPsnOffset(frame, AT)).isEqualTo(7);
    assertThat(PdsAck.cumulativePsn(frame, AT)).isEqualTo(0xa0b0c0d0);
    assertThat(PdsAck.sourcePdc(frame, AT)).isEqualTo(0x0102);
    assertThat(PdsAck.destinationPdc(frame, AT)).isEqualTo(0x0304);
    assertThat(PdsAck.bitmapOffset(frame, AT)).isEqualTo(-2);
    assertThat(PdsAck.bitmap(frame, AT)).isEqualTo(0x8000000000000001L);
    assertThat(Bytes.int32(frame, AT + 26) & 0xffffff).isEqualTo(0x345678);
    assertThat(Bytes.unsignedShort(frame, AT + 30)).isEqualTo(9);
    assertThat(PdsAck.servicePs(frame, AT)).isZero();
  }

  @Test
  void serviceTimeOfAnAcknowledgement() {
    PdsAck.write(frame, AT, 0, 0, 0, 0, 0, 0, -1, -1, -1);
    String before = hex(32);
    PdsAck.writeService(frame, AT, 0x1234 * 128_000L + 127_999);
    assertThat(hex(32)).isEqualTo(before.substring(0, 48) + "1234" + before.substring(52));
    assertThat(PdsAck.servicePs(frame, AT)).isEqualTo(0x1234 * 128_000L);
    PdsAck.writeService(frame, AT, Long.MAX_VALUE);
    assertThat(PdsAck.servicePs(frame, AT)).isEqualTo(8_388_480_000L);
    assertThat(Bytes.int32(frame, AT + 26) & 0xffffff).isEqualTo(0xffffff);
    PdsAck.writeService(frame, AT, 0);
    assertThat(hex(32)).isEqualTo(before);
  }

  @Test
  void negativeAcknowledgement() {
    PdsNack.write(frame, AT, Uet.FLAG_MARKED, PdsNack.TRIMMED, 0x01020304, 0x11, 0x22, 0x01020309);
    assertThat(hex(16)).isEqualTo("5020" + "0100" + "01020304" + "0011" + "0022" + "01020309");
    assertThat(Uet.type(frame, AT)).isEqualTo(Uet.NACK);
    assertThat(PdsNack.code(frame, AT)).isEqualTo(PdsNack.TRIMMED);
    assertThat(PdsNack.psn(frame, AT)).isEqualTo(0x01020304);
    assertThat(PdsNack.sourcePdc(frame, AT)).isEqualTo(0x11);
    assertThat(PdsNack.destinationPdc(frame, AT)).isEqualTo(0x22);
    assertThat(PdsNack.payload(frame, AT)).isEqualTo(0x01020309);
  }

  @Test
  void codesOfNegativeAcknowledgements() {
    PdsNack.write(frame, AT, Uet.FLAG_RETX, PdsNack.INVALID_DESTINATION_PDC, -1, 0xffff, 1, 0);
    assertThat(hex(16)).isEqualTo("5010" + "0e00" + "ffffffff" + "ffff" + "0001" + "00000000");
    assertThat(PdsNack.TRIMMED_LASTHOP).isEqualTo(0x02);
    assertThat(PdsNack.TRIMMED_ACK).isEqualTo(0x03);
    assertThat(PdsNack.ROD_OUT_OF_ORDER).isEqualTo(0x0d);
    assertThat(PdsNack.PACKET_NOT_RECEIVED).isEqualTo(0x12);
    assertThat(PdsNack.RECEIVER_INFERS_LOSS).isEqualTo(0x1a);
  }

  @Test
  void closeControlPacket() {
    PdsControl.write(
        frame, AT, PdsControl.CLOSE, Uet.FLAG_RETX | Uet.FLAG_ACK_REQUEST, 0, 0x7fffffff, 2, 3, 0);
    // 01011 0100 0011000
    assertThat(hex(16)).isEqualTo("5a18" + "0000" + "7fffffff" + "0002" + "0003" + "00000000");
    assertThat(Uet.next(frame, AT)).isEqualTo(PdsControl.CLOSE);
  }

  @Test
  void typesOfControlPackets() {
    for (int type = 0; type <= 8; type++) {
      PdsControl.write(frame, AT, type, 0, 0, 0, 0, 0, 0);
      assertThat(Uet.type(frame, AT)).isEqualTo(Uet.CTRL);
      assertThat(Uet.next(frame, AT)).isEqualTo(type);
    }
    PdsControl.write(frame, AT, PdsControl.ACK_REQUEST, 0, 0, 0, 0, 0, 0);
    assertThat(hex(2)).isEqualTo("5880");
    PdsControl.write(frame, AT, PdsControl.PROBE, 0, 0xbeef, 0, 0, 0, 0);
    assertThat(hex(4)).isEqualTo("5b00" + "beef");
  }

  @Test
  void creditControlPacket() {
    PdsControl.write(frame, AT, PdsControl.CREDIT, 0, 0, 0x01020304, 0x11, 0x22, 0x00abcdef);
    // 01011 0111 0000000
    assertThat(hex(16)).isEqualTo("5b80" + "0000" + "01020304" + "0011" + "0022" + "00abcdef");
    assertThat(Uet.type(frame, AT)).isEqualTo(Uet.CTRL);
    assertThat(Uet.next(frame, AT)).isEqualTo(PdsControl.CREDIT);
    assertThat(PdsControl.psn(frame, AT)).isEqualTo(0x01020304);
    assertThat(PdsControl.sourcePdc(frame, AT)).isEqualTo(0x11);
    assertThat(PdsControl.destinationPdc(frame, AT)).isEqualTo(0x22);
    assertThat(PdsControl.payload(frame, AT)).isEqualTo(0x00abcdef);
  }

  @Test
  void smallSemanticRequest() {
    SesSmallRequest.write(frame, AT, 0xabcdef, 0x1234567890L, 4096, false);
    // WRITE | version 0, SOM, EOM | length | index generation, job | PID, index | id and offset
    assertThat(hex(20))
        .isEqualTo("01" + "03" + "1000" + "00000000" + "00000000" + "abcdef1234567890");
    assertThat(SesSmallRequest.isValid(frame, AT)).isTrue();
    assertThat(SesSmallRequest.messageId(frame, AT)).isEqualTo(0xabcdef);
    assertThat(SesSmallRequest.messageOffset(frame, AT)).isEqualTo(0x1234567890L);
    assertThat(SesSmallRequest.payloadBytes(frame, AT)).isEqualTo(4096);
    assertThat(SesSmallRequest.isLast(frame, AT)).isFalse();
  }

  @Test
  void lastSemanticRequestOfAMessageAsksForCompletion() {
    SesSmallRequest.write(frame, AT, 1, 4096, 1, true);
    assertThat(hex(4)).isEqualTo("01" + "23" + "0001");
    assertThat(SesSmallRequest.isValid(frame, AT)).isTrue();
    assertThat(SesSmallRequest.isLast(frame, AT)).isTrue();
  }

  @Test
  void otherOpcodesAreNotValid() {
    SesSmallRequest.write(frame, AT, 1, 4096, 1, true);
    frame[AT] = 2;
    assertThat(SesSmallRequest.isValid(frame, AT)).isFalse();
  }
}
