package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Pipeline.Digest;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.seed.PortNumbers;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.p4runtime.ForwardingDevice.DeviceEvents;
import io.smartt.softswitch.p4runtime.LostMessages;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link ControllerPort}. */
class ControllerPortTest {
  private static final int CPU = 4;

  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final EventQueue queue = simulation.newEventQueue();
  private final ActionSchedule agenda = new ActionSchedule(queue);
  private final List<String> heard = new ArrayList<>();

  /** The place of a P4Runtime server: keeps the events that controllers would get. */
  private final class Controllers implements DeviceEvents {
    @Override
    public boolean packetIn(byte[] frame) {
      heard.add(frame.length + "@" + queue.nowPs());
      return false;
    }

    @Override
    public LostMessages lost() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void digest(String digest, List<Bits> fields, long nowNs) {
      heard.add(digest + "@" + nowNs);
    }

    @Override
    public void digestTick(long nowNs) {}

    @Override
    public void idle(List<TableEntry> entries, long nowNs) {}

    @Override
    public void portChanged(int port) {}
  }

  /** A switch that sends all to a port, and what it has in place of links. */
  private EmbeddedSwitch connected(ControllerPort port, int to) {
    EmbeddedSwitch device =
        new EmbeddedSwitch(
            "s1",
            PortNumbers.upTo(CPU),
            OptionalInt.empty(),
            List.of(QueueConfig.packets(9)),
            port);
    EmbeddedDevice runtime = new EmbeddedDevice(1, device, () -> new SplittableRandom(1), port);
    runtime.connect(new Controllers());
    runtime.run(SwitchNodeTest.sendingTo(to));
    port.connect(device, runtime);
    return device;
  }

  private void run(long untilPs) {
    simulation.arrivesAfter(1);
    simulation.runUntil(untilPs);
  }

  @Test
  void whatWaitsAtThePortIsWithTheControllersAtThatInstant() {
    EmbeddedSwitch device = connected(new ControllerPort(agenda, OptionalInt.of(CPU)), CPU);
    run(70);
    device.receive(1, SwitchNodeTest.ipv4(100), 70);
    device.receive(1, SwitchNodeTest.ipv4(200), 70);
    assertThat(heard).as("the switch is at work").isEmpty();
    run(100);
    assertThat(heard).containsExactly("100@70", "200@70");
  }

  @Test
  void packetsForOtherPortsAreNotTheControllers() {
    EmbeddedSwitch device = connected(new ControllerPort(agenda, OptionalInt.of(CPU)), 3);
    device.receive(1, SwitchNodeTest.ipv4(100), 0);
    EmbeddedSwitch without = connected(new ControllerPort(agenda, OptionalInt.empty()), CPU);
    without.receive(1, SwitchNodeTest.ipv4(100), 0);
    run(100);
    assertThat(heard).isEmpty();
    assertThat(device.trafficManager().hasPackets(3)).isTrue();
    assertThat(without.trafficManager().hasPackets(CPU)).isTrue();
  }

  @Test
  void aPacketOutComesInByThePortAtThatInstant() {
    ControllerPort port = new ControllerPort(agenda, OptionalInt.of(CPU));
    EmbeddedSwitch device = connected(port, 3);
    run(70);
    assertThat(port.nowPs()).isEqualTo(70);
    port.packetOut(SwitchNodeTest.ipv4(100).toByteArray());
    assertThat(device.trafficManager().hasPackets(3)).isFalse();
    run(70);
    assertThat(device.trafficManager().hasPackets(3)).isTrue();
    assertThat(device.balance().received()).isEqualTo(1);
  }

  @Test
  void aSwitchWithoutThePortRefusesPacketOuts() {
    ControllerPort none = new ControllerPort(agenda, OptionalInt.empty());
    connected(none, 3);
    assertThatThrownBy(() -> none.packetOut(new byte[60]))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("no cpu_port");
    assertThatThrownBy(() -> new ControllerPort(agenda, OptionalInt.of(1)).packetOut(new byte[60]))
        .as("of no switch yet")
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void digestsAreTheControllersToo() {
    ControllerPort port = new ControllerPort(agenda, OptionalInt.of(CPU));
    port.digest(0, new Digest("early", List.of()));
    connected(port, 3);
    port.digest(5_000, new Digest("learn", List.of()));
    assertThat(heard).containsExactly("learn@5");
  }

  @Test
  void aPortOfNoSwitchHandsNothingOver() {
    ControllerPort port = new ControllerPort(agenda, OptionalInt.of(CPU));
    port.portReady(CPU);
    run(100);
    assertThat(heard).isEmpty();
    assertThat(port.linkUp(CPU)).isTrue();
  }
}
