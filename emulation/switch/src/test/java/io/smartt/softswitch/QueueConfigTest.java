package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.softswitch.QueueConfig.DepthOf;
import io.smartt.softswitch.QueueConfig.DepthSeen;
import io.smartt.softswitch.QueueConfig.Sharing;
import io.smartt.softswitch.QueueConfig.Trimming;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link QueueConfig}. */
class QueueConfigTest {
  @Test
  void aQueueHoldsAPacketAndAByteAtLeast() {
    assertThat(QueueConfig.packets(1).capacityPackets()).isEqualTo(1);
    assertThat(QueueConfig.bytes(1).capacityBytes()).isEqualTo(1);
    assertThatThrownBy(() -> QueueConfig.packets(0)).hasMessageContaining("not 0 packets");
    assertThatThrownBy(() -> QueueConfig.bytes(0)).hasMessageContaining("and 0 B");
  }

  @Test
  void weightsAreUpToAHundred() {
    assertThat(QueueConfig.bytes(1).withWeight(100).weight()).isEqualTo(100);
    assertThat(QueueConfig.bytes(1).withWeight(0)).isEqualTo(QueueConfig.bytes(1));
  }

  @Test
  void withinBytesIsNoMoreThanItsOwnAndNoLessThanOne() {
    QueueConfig queue = QueueConfig.bytes(1_000);
    assertThat(queue.within(0).capacityBytes()).isEqualTo(1);
    assertThat(queue.within(500).capacityBytes()).isEqualTo(500);
    assertThat(queue.within(2_000).capacityBytes()).isEqualTo(1_000);
  }

  @Test
  void eachPartChangesAndTheOthersStay() {
    Trimming trimming = new Trimming(64, 48, 1);
    Sharing sharing = new Sharing(1_000, 2, 10);
    QueueConfig queue =
        QueueConfig.bytes(1_000)
            .withTrimming(trimming)
            .with(new DepthSeen(true, DepthOf.QUEUE))
            .with(sharing)
            .withWeight(3);
    assertThat(trimming.keepsChecksum()).isFalse();
    assertThat(queue.within(500).withWeight(3))
        .isEqualTo(
            new QueueConfig(
                QueueConfig.UNLIMITED,
                500,
                Optional.of(trimming),
                new DepthSeen(true, DepthOf.QUEUE),
                Optional.of(sharing),
                3));
  }

  @Test
  void aSharedMemoryOfOneByteAndNoneReservedIsOne() {
    assertThat(new Sharing(1, 0.001, 0).reservedBytes()).isZero();
  }
}
