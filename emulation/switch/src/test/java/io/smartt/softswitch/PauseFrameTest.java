package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.Packet;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class PauseFrameTest {
  private final Packet frame = new Packet(8);

  @Test
  void hasTheBytesOf802Point1Qbb() {
    frame.setLengths(0, 0);
    // Priorities 3 and 1 are to pause, 4 may go on, of 0 it does not speak.
    PauseFrame.write(frame, 0x060000010002L, 0b11010, 0b01011);
    assertThat(HexFormat.of().formatHex(frame.toByteArray()))
        .isEqualTo(
            "0180c2000001"
                + "060000010002"
                + "8808"
                + "0101"
                + "001a"
                + "0000"
                + "ffff"
                + "0000"
                + "ffff"
                + "0000"
                + "0000"
                + "0000"
                + "0000"
                + "00".repeat(26));
    assertThat(frame.length()).isEqualTo(60);
    assertThat(PauseFrame.is(frame)).isTrue();
    assertThat(PauseFrame.names(frame, 3)).isTrue();
    assertThat(PauseFrame.names(frame, 0)).isFalse();
    assertThat(PauseFrame.names(frame, 4)).isTrue();
    assertThat(PauseFrame.quanta(frame, 3)).isEqualTo(PauseFrame.MAX_QUANTA);
    assertThat(PauseFrame.quanta(frame, 4)).isZero();
  }

  @Test
  void otherFramesAreNotPauses() {
    PauseFrame.write(frame, 1, 1, 1);
    frame.bytes()[13] = 0;
    assertThat(PauseFrame.is(frame)).as("another EtherType").isFalse();
    PauseFrame.write(frame, 1, 1, 1);
    frame.bytes()[14] = 0;
    assertThat(PauseFrame.is(frame)).as("802.3x, all priorities").isFalse();
    PauseFrame.write(frame, 1, 1, 1);
    frame.truncate(20);
    assertThat(PauseFrame.is(frame)).as("cut").isFalse();
  }

  @Test
  void aQuantumIs512Bits() {
    // At 51.2 Gbps 10 ns.
    assertThat(PauseFrame.lastsPs(1, 51_200_000_000L)).isEqualTo(10_000);
    assertThat(PauseFrame.lastsPs(65_535, 51_200_000_000L)).isEqualTo(655_350_000);
  }
}
