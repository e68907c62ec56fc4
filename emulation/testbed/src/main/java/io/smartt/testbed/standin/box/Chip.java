package io.smartt.testbed.standin.box;

import module java.base;

import io.netty.channel.EventLoop;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.TrafficManager;
import io.smartt.softswitch.port.ChannelPort;
import io.smartt.softswitch.port.SwitchPort;
import io.smartt.softswitch.standalone.StandaloneSettings;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import io.smartt.softswitch.standalone.SwitchLog;
import io.smartt.testbed.standin.asic.ChipPipeline;

/**
 * The embedded switch between front ports, which runs a chip's pipeline.
 *
 * @param device the switch
 * @param pipeline what it runs
 */
record Chip<P extends ChipPipeline>(StandaloneSwitch device, P pipeline) implements AutoCloseable {
  /**
   * Opens the interfaces and runs the pipeline.
   *
   * @param ports by the number that the pipeline has for each
   * @param namespace that the interfaces are in; empty: this process's
   * @param queues of each port
   * @throws RunFailedException naming the interface and what is missing
   */
  static <P extends ChipPipeline> Chip<P> open(
      String name,
      Map<Integer, StandInRequest.FrontPort> ports,
      Optional<NetworkNamespace> namespace,
      EventLoop loop,
      int queues,
      BiFunction<ChipPipeline.QueueDepths, ChipPipeline.QueueDepths, P> pipeline) {
    Map<Integer, SwitchPort> attached = new HashMap<>();
    // One clock: it counts from its making, and frames are stamped by it too.
    KernelClock clock = new KernelClock();
    try {
      for (Map.Entry<Integer, StandInRequest.FrontPort> port : ports.entrySet()) {
        String interfaceName = port.getValue().interfaceName();
        PacketChannel channel =
            NetworkNamespace.in(
                namespace, () -> PacketChannel.open(interfaceName, PacketOptions.SWITCH_PORT));
        attached.put(port.getKey(), new ChannelPort(channel, loop, clock, List.of()));
      }
      StandaloneSwitch device =
          StandaloneSwitch.onLoop(
              loop,
              new StandaloneSettings(
                  name,
                  name.hashCode(),
                  OptionalInt.of(ChipPipeline.CPU_PORT),
                  ChipPipeline.DROP_PORT,
                  queues,
                  StandaloneSettings.DEFAULT_QUEUE_PACKETS,
                  Map.of(),
                  OptionalLong.empty()),
              attached,
              clock::nowPs,
              InstantSource.system(),
              SwitchLog.none());
      EmbeddedSwitch embedded = device.embedded();
      TrafficManager queueing = embedded.trafficManager();
      P chip =
          pipeline.apply(
              queueing::depthBytes, (port, queue) -> queueing.bounds(port, queue).capacityBytes());
      device.device().run(chip);
      device.start();
      return new Chip<>(device, chip);
    } catch (PacketIoException e) {
      throw Closing.after(
          new RunFailedException(name + ": " + e.getMessage(), e), attached.values());
    }
  }

  @Override
  public void close() {
    device.close();
  }
}
