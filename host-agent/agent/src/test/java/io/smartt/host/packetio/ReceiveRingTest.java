package io.smartt.host.packetio;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link ReceiveRing}. */
class ReceiveRingTest {
  private static final PacketOptions HOST =
      PacketOptions.HOST.withRing(PacketOptions.HOST_RING_BYTES);

  @Test
  void theShorterThePacketsTheMoreSlots() {
    assertThat(ReceiveRing.of(HOST, 1_500).slots()).isEqualTo(5_120);
    assertThat(ReceiveRing.of(HOST, 4_200).slots()).isEqualTo(1_920);
    assertThat(ReceiveRing.of(HOST, 9_000).slots()).isEqualTo(896);
    assertThat(ReceiveRing.of(PacketOptions.SWITCH_PORT, 9_000).slots()).isEqualTo(448);
  }

  @Test
  void aSlotHasRoomForTheLongestFrameWithItsTags() {
    ReceiveRing ring = ReceiveRing.of(HOST, 4_200);
    assertThat(ring.slotBytes()).isEqualTo(4_320).isGreaterThanOrEqualTo(4_200 + 22 + 96);
    assertThat(ring.queuesLong()).isTrue();
  }

  @Test
  void whereTheMtuIsNotKnownOrLongerSlotsTakeJumboFrames() {
    ReceiveRing ring = ReceiveRing.of(HOST, 0);
    assertThat(ring.slotBytes()).isEqualTo(9_312);
    assertThat(ring.queuesLong()).isFalse();
    assertThat(ReceiveRing.of(HOST, 65_000)).isEqualTo(ring);
    assertThat(
            ReceiveRing.of(HOST.withMaxFrameBytes(PacketOptions.SUPER_FRAME_BYTES), 65_000)
                .queuesLong())
        .isTrue();
  }
}
