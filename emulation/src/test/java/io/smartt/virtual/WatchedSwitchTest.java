package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.Drops.DropReason;
import io.smartt.experiment.journey.JourneyEvent.QueueState;
import io.smartt.seed.PortNumbers;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.virtual.WatchedSwitch.Refused;
import io.smartt.virtual.WatchedSwitch.Taken;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link WatchedSwitch}: a switch with queues of two packets, and what it does to one. */
class WatchedSwitchTest {
  private static final QueueConfig TWO = QueueConfig.packets(2);

  /** The port number by which programs of BMv2 drop. */
  private static final int DROP = 511;

  private final EmbeddedSwitch device =
      new EmbeddedSwitch("s1", PortNumbers.upTo(3), OptionalInt.empty(), List.of(TWO), _ -> {});

  private void sendsTo(int port) {
    new EmbeddedDevice(1, device, () -> new SplittableRandom(1))
        .run(SwitchNodeTest.sendingTo(port));
  }

  /** Takes packets of these lengths in and watches the last. */
  private WatchedSwitch watched(int... lengths) {
    WatchedSwitch watched = WatchedSwitch.before(device);
    for (int length : lengths) {
      watched = WatchedSwitch.before(device);
      device.receive(1, SwitchNodeTest.ipv4(length), 0);
    }
    return watched;
  }

  @Test
  void aQueueThatTookThePacketIsShownAsItWasBefore() {
    sendsTo(3);
    WatchedSwitch watched = watched(100, 700);
    assertThat(watched.taken()).containsExactly(new Taken(new QueueState(3, 0, 1, 100, TWO), 700));
    assertThat(watched.refused()).isEmpty();
    assertThat(WatchedSwitch.state(device, 3, 0)).isEqualTo(new QueueState(3, 0, 2, 800, TWO));
  }

  @Test
  void beforeThePacketCameNothingHappened() {
    sendsTo(3);
    watched(100, 700, 300);
    WatchedSwitch watched = WatchedSwitch.before(device);
    assertThat(watched.taken()).isEmpty();
    assertThat(watched.refused()).isEmpty();
  }

  @Test
  void aPacketForWhichAQueueHasNoRoomIsRefusedThere() {
    sendsTo(3);
    WatchedSwitch watched = watched(100, 700, 300);
    assertThat(watched.taken()).isEmpty();
    assertThat(watched.refused())
        .contains(
            new Refused(DropReason.QUEUE_FULL, Optional.of(new QueueState(3, 0, 2, 800, TWO))));
  }

  @Test
  void aPacketForAPortThatIsNotThereMetNoQueue() {
    sendsTo(9);
    assertThat(watched(100).refused()).contains(new Refused(DropReason.NO_PORT, Optional.empty()));
    assertThat(watched().refused()).as("what came before it").isEmpty();
  }

  @Test
  void aPacketThatTheProgramDropsMetNoQueue() {
    sendsTo(DROP);
    assertThat(watched(100).refused()).contains(new Refused(DropReason.PROGRAM, Optional.empty()));
    assertThat(watched().refused()).as("what came before it").isEmpty();
  }
}
