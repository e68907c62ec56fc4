package io.smartt.realtime.netns;

import module java.base;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.ReferenceCountUtil;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.run.LiveCaptureFile;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketOptions;
import org.jspecify.annotations.Nullable;

/**
 * Captures of a live network in namespaces: a tap at each switch port, and while there is a capture
 * a socket of its own at each host. Every frame is received at one end of each link and so seen
 * once.
 */
final class NetnsCapture {
  private final Topology topology;
  private final EventLoop switchLoop;
  private final Map<Port, Tap> taps = new HashMap<>();
  private final List<PacketChannel> hostSockets = new ArrayList<>();
  private Optional<LiveCaptureFile> file = Optional.empty();

  /** A tap at a switch port; idle until it is given a capture. */
  private static final class Tap extends ChannelInboundHandlerAdapter {
    private @Nullable PortCapture capture;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      PortCapture running = capture;
      if (running == null) {
        context.fireChannelRead(message);
      } else {
        running.channelRead(context, message);
      }
    }
  }

  /** Ends a pipeline: what was looked at is not needed any more. */
  private static final class End extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }
  }

  /**
   * @param switchLoop of all switch ports
   */
  NetnsCapture(Topology topology, EventLoop switchLoop) {
    this.topology = topology;
    this.switchLoop = switchLoop;
  }

  /** Returns what is to look at each switch port. */
  List<ChannelHandler> tap(Port port) {
    return List.of(taps.computeIfAbsent(port, _ -> new Tap()));
  }

  void begin(Path path, NamespaceNetwork network, EventLoop hostLoop, Clock wall) {
    end();
    LiveCaptureFile opened = LiveCaptureFile.create(path, topology, wall.instant());
    file = Optional.of(opened);
    KernelClock clock = new KernelClock();
    Map<Port, PortCapture> captures = new HashMap<>();
    for (Link link : topology.links()) {
      // CaptureInterfaces.of() numbers both ends of each link so.
      int a = 2 * link.index();
      captures.put(link.a(), new PortCapture(opened, clock, a, a + 1));
      captures.put(link.b(), new PortCapture(opened, clock, a + 1, a));
    }
    for (Host host : topology.hosts()) {
      Port nic = new Port(host, Host.NIC_PORT);
      PacketChannel channel =
          network
              .namespace(host)
              .call(() ->
                  PacketChannel.open(
                      NamespaceNetwork.interfaceName(nic), PacketOptions.SWITCH_PORT));
      channel.pipeline().addLast(Optional.ofNullable(captures.get(nic)).orElseThrow(), new End());
      hostLoop.register(channel).syncUninterruptibly();
      hostSockets.add(channel);
    }
    switchLoop
        .submit(() -> taps.forEach((port, tap) -> tap.capture = captures.get(port)))
        .syncUninterruptibly();
  }

  /** Returns how many frames the file has; 0 where there was none. */
  long end() {
    if (file.isEmpty()) {
      return 0;
    }
    switchLoop.submit(() -> taps.values().forEach(tap -> tap.capture = null)).syncUninterruptibly();
    hostSockets.forEach(channel -> channel.close().syncUninterruptibly());
    hostSockets.clear();
    LiveCaptureFile done = file.get();
    file = Optional.empty();
    done.close();
    return done.frames();
  }
}
