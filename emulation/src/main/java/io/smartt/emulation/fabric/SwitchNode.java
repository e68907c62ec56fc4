package io.smartt.emulation.fabric;

import io.smartt.emulation.simulation.Simulation;
import io.smartt.emulation.softswitch.EmbeddedSwitch;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.SwitchListener;
import io.smartt.p4.pipeline.Packet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An embedded switch of the virtual fabric with a link at each port. */
final class SwitchNode implements SwitchListener {
  private final Simulation simulation;
  private final EmbeddedSwitch device;
  private final @Nullable SimplexLink[] links;
  private long hops;

  SwitchNode(Simulation simulation, String name, int ports, List<QueueConfig> queues) {
    this.simulation = simulation;
    this.links = new SimplexLink[ports + 1];
    this.device = new EmbeddedSwitch(name, ports, queues, this);
  }

  EmbeddedSwitch device() {
    return device;
  }

  /** Packets that this switch has taken in. */
  long hops() {
    return hops;
  }

  /** Where packets for a port come from. */
  FrameSource source(int port) {
    return (nowPs, out) -> device.transmit(port, nowPs, out);
  }

  /** Where packets that reach a port go. */
  FrameSink sink(int port) {
    return (Packet packet, long nowPs) -> {
      hops++;
      device.receive(port, packet, nowPs);
    };
  }

  void connect(int port, SimplexLink link) {
    links[port] = link;
  }

  @Override
  public void portReady(int port) {
    Objects.requireNonNull(links[port], "switch port without a link").kick(simulation.nowPs());
  }
}
