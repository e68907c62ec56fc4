package io.smartt.virtual;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.Pipeline.Digest;
import io.smartt.p4.pipeline.PipelineProgram.PipelineLog;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.SwitchEnvironment;
import io.smartt.softswitch.SwitchListener;
import io.smartt.softswitch.port.Frames;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The CPU port of a switch in virtual time, and the time and links of its P4Runtime device. A
 * packet-in is with the controllers at the instant at which it leaves.
 */
final class ControllerPort implements SwitchEnvironment, SwitchListener {
  private final ActionSchedule agenda;
  private final OptionalInt port;
  private @Nullable EmbeddedSwitch sw;
  private @Nullable EmbeddedDevice device;

  /**
   * Creates a port that is of no switch yet.
   *
   * @param port its number; empty for a switch without one
   */
  ControllerPort(ActionSchedule agenda, OptionalInt port) {
    this.agenda = agenda;
    this.port = port;
  }

  void connect(EmbeddedSwitch newSwitch, EmbeddedDevice newDevice) {
    sw = newSwitch;
    device = newDevice;
  }

  /** A port without a link has a packet: the CPU port's goes to the controllers. */
  @Override
  public void portReady(int number) {
    EmbeddedSwitch from = sw;
    EmbeddedDevice to = device;
    if (from != null && to != null && port.isPresent() && port.getAsInt() == number) {
      agenda.at(agenda.nowPs(), () -> handOver(from, number, to));
    }
  }

  private void handOver(EmbeddedSwitch from, int number, EmbeddedDevice to) {
    Packet packet = new Packet(256);
    while (from.transmit(number, agenda.nowPs(), packet)) {
      // What no controller takes is in the device's books.
      var _ = to.packetIn(Frames.bytes(packet));
    }
  }

  @Override
  public void digest(long nowPs, Digest digest) {
    EmbeddedDevice to = device;
    if (to != null) {
      to.digest(nowPs, digest);
    }
  }

  @Override
  public long nowPs() {
    return agenda.nowPs();
  }

  @Override
  public boolean linkUp(int number) {
    return true;
  }

  @Override
  public void packetOut(byte[] frame) {
    EmbeddedSwitch to = sw;
    if (to == null || port.isEmpty()) {
      throw new UnsupportedOperationException(
          "this switch has no cpu_port in the topology, so it takes no packet from a controller");
    }
    Packet packet = Packet.of(frame);
    agenda.at(agenda.nowPs(), () -> to.receive(port.getAsInt(), packet, agenda.nowPs()));
  }

  @Override
  public PipelineLog log() {
    return PipelineLog.NONE;
  }
}
