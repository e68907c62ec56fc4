package io.smartt.realtime.netns;

import module java.base;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.ReferenceCountUtil;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketOptions;

/** Captures what the ports of switches receive that run in processes of their own. */
public final class PortTaps implements AutoCloseable {
  private final List<PacketChannel> channels = new ArrayList<>();

  private PortTaps() {}

  /** Watches nothing. */
  public static PortTaps none() {
    return new PortTaps();
  }

  /**
   * Opens all ports that have watchers.
   *
   * @param watchers pass on what they see
   */
  public static PortTaps open(
      NamespaceNetwork network,
      Topology topology,
      EventLoop loop,
      Function<Port, List<ChannelHandler>> watchers) {
    PortTaps taps = new PortTaps();
    try {
      for (Switch sw : topology.switches()) {
        for (Adjacency adjacency : topology.adjacencies(sw)) {
          Port port = new Port(sw, adjacency.port());
          taps.open(network.switches(), port, loop, watchers.apply(port));
        }
      }
      return taps;
    } catch (RuntimeException e) {
      throw Closing.after(e, taps);
    }
  }

  /** Opens one more. */
  void open(NetworkNamespace at, Port port, EventLoop loop, List<ChannelHandler> watchers) {
    if (watchers.isEmpty()) {
      return;
    }
    String name = NamespaceNetwork.interfaceName(port);
    PacketChannel channel = at.call(() -> PacketChannel.open(name, PacketOptions.SWITCH_PORT));
    channels.add(channel);
    watchers.forEach(channel.pipeline()::addLast);
    channel.pipeline().addLast(new End());
    loop.register(channel).syncUninterruptibly();
  }

  @Override
  public void close() {
    channels.forEach(PortTaps::end);
    channels.clear();
  }

  /** Closes a socket and tells its capture, if it has one, what it lost. */
  private static void end(PacketChannel channel) {
    PortCapture capture = channel.pipeline().get(PortCapture.class);
    channel.close().syncUninterruptibly();
    if (capture != null) {
      capture.lost(channel.lostFrames());
    }
  }

  /** Ends a pipeline: what was looked at is not needed any more. */
  private static final class End extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }
  }
}
