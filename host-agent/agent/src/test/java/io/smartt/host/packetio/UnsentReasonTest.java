package io.smartt.host.packetio;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link UnsentFrames.UnsentReason}. */
class UnsentReasonTest {
  private static final int FRAME_BYTES = 4096;

  /** A veth pair whose far end has a lower MTU or is down answers as a full buffer does. */
  @Test
  void aFrameThatTheOtherEndDropsIsNotBlamedOnRoomAlone() {
    assertThat(UnsentFrames.UnsentReason.of(Errno.ENOBUFS, FRAME_BYTES).text())
        .isEqualTo("no room in the kernel, or refused by the link's other end");
  }
}
