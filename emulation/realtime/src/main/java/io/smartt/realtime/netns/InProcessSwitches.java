package io.smartt.realtime.netns;

import module java.base;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.realtime.netns.NetworkShare.SwitchSeat;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.backend.SwitchBackends;
import io.smartt.softswitch.port.ChannelPort;
import io.smartt.softswitch.port.SwitchPort;
import io.smartt.softswitch.standalone.StandaloneSettings;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import io.smartt.softswitch.standalone.SwitchLog;

/**
 * The switches of a {@link NamespaceNetwork}: an embedded switch each, all on one event loop, which
 * enforce rates, delays and losses of the topology's links. They come up without a program.
 */
public final class InProcessSwitches implements AutoCloseable {
  private final List<StandaloneSwitch> switches = new ArrayList<>();

  private InProcessSwitches() {}

  /**
   * Opens the ports of all switches and starts them.
   *
   * @param seed of link losses and the programs' random numbers
   * @param backends gets those of all switches
   * @param watchers of what each port receives; see {@link ChannelPort}
   */
  public static InProcessSwitches start(
      NamespaceNetwork network,
      Topology topology,
      EventLoop loop,
      KernelClock clock,
      long seed,
      SwitchBackends backends,
      Function<Port, List<ChannelHandler>> watchers) {
    InProcessSwitches started = new InProcessSwitches();
    try {
      for (Switch sw : topology.switches()) {
        SwitchSeat seat = SwitchSeat.of(topology, sw, backends.queuesPerPort(sw));
        StandaloneSwitch device =
            open(
                network,
                seat.interfaces(),
                seat.settings(seed),
                loop,
                clock,
                number -> watchers.apply(new Port(sw, number)));
        started.switches.add(device);
        backends.add(sw, device);
        device.start();
      }
      return started;
    } catch (RuntimeException e) {
      throw Closing.after(e, started);
    }
  }

  /**
   * Opens the ports of a switch, which takes no frames until it is started.
   *
   * @param interfaces by port
   * @param watchers of what each port receives
   */
  public static StandaloneSwitch open(
      NamespaceNetwork network,
      Map<Integer, String> interfaces,
      StandaloneSettings settings,
      EventLoop loop,
      KernelClock clock,
      IntFunction<List<ChannelHandler>> watchers) {
    Map<Integer, PacketChannel> channels =
        network
            .switches()
            .call(() -> {
              Map<Integer, PacketChannel> opened = new HashMap<>();
              interfaces.forEach((number, name) ->
                  opened.put(number, PacketChannel.open(name, PacketOptions.SWITCH_PORT)));
              return opened;
            });
    Map<Integer, SwitchPort> ports = new HashMap<>();
    channels.forEach((number, channel) ->
        ports.put(number, new ChannelPort(channel, loop, clock, watchers.apply(number))));
    return StandaloneSwitch.onLoop(
        loop, settings, ports, clock::nowPs, InstantSource.system(), SwitchLog.none());
  }

  /** The switches as their P4Runtime server sees them. */
  public List<EmbeddedDevice> devices() {
    return switches.stream().map(StandaloneSwitch::device).toList();
  }

  /** A switch by its device id. */
  public StandaloneSwitch device(int id) {
    return switches.get(id - 1);
  }

  @Override
  public void close() {
    switches.forEach(StandaloneSwitch::close);
  }
}
