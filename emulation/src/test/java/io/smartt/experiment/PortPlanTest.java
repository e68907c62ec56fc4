package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.PacketSizes;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.experiment.settings.QueueSettings;
import io.smartt.experiment.settings.QueueSettings.QueueSize;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.softswitch.QueueConfig;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link PortPlan}: 50 Gbps and 12 us are a BDP of 75,000 B, 18.03 packets. */
class PortPlanTest {
  private static final PacketSizes PACKETS = new PacketSizes(4096, 64, 64);
  private static final List<Integer> STRICT = List.of(QueueConfig.STRICT);

  private final PortPlan plan =
      PortPlan.of(
          new QueueSettings(QueueSize.parse("1bdp"), 20, 80), PACKETS, 50_000_000_000L, 12_000_000);

  private static Optional<QueueConfig.Sharing> noMemory(int queue) {
    return Optional.empty();
  }

  @Test
  void theDataQueueHoldsOneBdp() {
    assertThat(plan.dataBytes()).isEqualTo(19 * 4_160);
    // 18.03 packets.
    assertThat(plan.dataPackets()).isEqualTo(19);
  }

  @Test
  void theControlQueueHoldsTheBytesOfTwoDataQueues() {
    assertThat(plan.controlBytes()).isEqualTo(2 * 19 * 4160);
    assertThat(
            PortPlan.queues(
                List.of(plan), false, Trimming.P4, 128, 48, PortPlanTest::noMemory, STRICT))
        .containsExactly(QueueConfig.packets(19), QueueConfig.bytes(2 * 19 * 4160));
  }

  @Test
  void theTrafficManagerTrimsWithTheCodePointOfThePort() {
    assertThat(
            PortPlan.queues(
                    List.of(plan), false, Trimming.ASIC, 128, 56, PortPlanTest::noMemory, STRICT)
                .getFirst()
                .trimming())
        .contains(new QueueConfig.Trimming(128, 56, 1));
  }

  /** Classes have weights and sizes of their own; control is above them all. */
  @Test
  void classesHaveQueuesOfTheirOwnBelowControl() {
    PortPlan small =
        PortPlan.of(
            new QueueSettings(QueueSize.parse("3packets"), 20, 80),
            PACKETS,
            50_000_000_000L,
            12_000_000);
    QueueConfig data =
        QueueConfig.bytes(plan.dataBytes()).withTrimming(new QueueConfig.Trimming(128, 48, 3));
    assertThat(
            PortPlan.queues(
                List.of(plan, small, plan),
                true,
                Trimming.ASIC,
                128,
                48,
                PortPlanTest::noMemory,
                List.of(2, 5, QueueConfig.STRICT)))
        .containsExactly(
            data.withWeight(2),
            QueueConfig.bytes(3 * 4160)
                .withTrimming(new QueueConfig.Trimming(128, 48, 3))
                .withWeight(5),
            data,
            QueueConfig.bytes(2 * 19 * 4160));
  }

  @Test
  void aPortWithoutMarksMarksNothingHoweverFullItIs() {
    PortPlan.Red red = plan.unmarked().red();
    assertThat(red.kminBytes()).isEqualTo(plan.dataBytes());
    assertThat(red.kminPackets()).isGreaterThan(plan.dataPackets());
    assertThat(plan.unmarked().dataPackets()).isEqualTo(plan.dataPackets());
  }
}
